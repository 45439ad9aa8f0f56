import { runProgram } from './bootstrap.mjs';
import { launch } from './launch.mjs';

runProgram(() => launch('cli', process.argv.slice(2)));
