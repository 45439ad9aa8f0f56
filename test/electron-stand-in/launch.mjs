import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStandIn } from './build.mjs';

const [executable = '', ...args] = process.argv.slice(2);
const folder = await buildStandIn();
/** @type {typeof import('./src/launch.ts')} */
const { launch } = await import(pathToFileURL(path.join(folder, 'launch.cjs')).href);
launch(executable, args, folder);
