import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Licences of what we ship. */
const allowed = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
];

/** Also fine for a tool that only builds and tests. */
const allowedForTools = [...allowed, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0', 'WTFPL'];

/**
 * Whether an SPDX expression can be met with the given licences.
 * @param {string} expression @param {readonly string[]} licences
 */
export function satisfies(expression, licences) {
  return expression
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => licences.includes(licence.trim())));
}

/**
 * The packages in a lock whose licence is not on our list, one a line.
 * @param {{packages: Record<string, {version?: string, license?: string, dev?: boolean, devOptional?: boolean}>}} lock
 */
export function findForeignLicences(lock) {
  return Object.entries(lock.packages).flatMap(([place, { version, license, dev, devOptional }]) => {
    if (place === '') return [];
    const list = dev || devOptional ? allowedForTools : allowed;
    if (license && satisfies(license, list)) return [];
    const name = place.replace(/^.*node_modules\//, '');
    return [`${name}@${version}: ${license ?? 'no licence named'} is not on the list in build/licences.mjs`];
  });
}

/** The same for our own lock. */
export function checkLicences() {
  return findForeignLicences(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
}
