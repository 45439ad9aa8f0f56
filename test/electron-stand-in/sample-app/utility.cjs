process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data * 2));
