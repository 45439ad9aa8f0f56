// Before anything else of the page: what the preload exposes is there already.
Reflect.set(window, 'sampleAtStart', typeof Reflect.get(window, 'sample'));
