import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * All files below the given files and folders, sorted, relative to `base`; what does not exist is left out.
 * @param {string} base
 * @param {readonly string[]} places
 * @param {(file: string) => boolean} [wanted]
 * @returns {string[]}
 */
export function listFiles(base, places, wanted = () => true) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(base, folder), { withFileTypes: true })) {
      const file = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) walk(file);
      else if (wanted(file)) found.push(file);
    }
  };
  for (const place of places) {
    const stat = statSync(path.join(base, place), { throwIfNoEntry: false });
    if (stat?.isDirectory()) walk(place === '.' ? '' : place);
    else if (stat && wanted(place)) found.push(place);
  }
  return found.sort();
}

/**
 * A quick fingerprint: names, sizes and times. Equal means unchanged; different means have a closer look.
 * @param {string} base @param {readonly string[]} files
 */
export function statStamp(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    // Somebody may be editing the checkout: a file can go between the listing and this look.
    const stat = statSync(path.join(base, file), { throwIfNoEntry: false });
    hash.update(`${file}\0${stat?.size}\0${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * A fingerprint of names and contents.
 * @param {string} base @param {readonly string[]} files
 */
export function contentStamp(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(base, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
