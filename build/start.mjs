import { runProgram } from './bootstrap.mjs';
import { launch } from './launch.mjs';

runProgram(() => launch('browser', process.argv.slice(2)));
