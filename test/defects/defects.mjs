import { browserDefects } from './browser.mjs';
import { electronDefects } from './electron.mjs';
import { windowDefects } from './window.mjs';

/**
 * What either shell could get wrong, each with the test that has to notice.
 * @type {readonly import('../../build/planted.mjs').Defect[]}
 */
export const defects = [...electronDefects, ...windowDefects, ...browserDefects];
