import type { MethodOutput } from '../../shared/api/contract.ts';
import { rowOfFile } from './personas.ts';
import { demoFault, type ReadInput, type Stage } from './stage.ts';

/** The persona files of the demo: read and written in memory. */

export function listPersonas({ scene }: Stage): MethodOutput<'personas.list'> {
  const rows = [...scene.files].map(([name, text]) => rowOfFile(name, text));
  return { personas: rows.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

export function readPersona({ scene }: Stage, { name }: ReadInput<'personas.read'>) {
  const text = scene.files.get(name);
  if (text === undefined)
    throw demoFault('unknown-persona', `There is no persona called "${name}".`, 'Choose one of the list.');
  return { text, revision: revisionOf(text) };
}

export function savePersona(
  { scene }: Stage,
  { name, text, revision }: ReadInput<'personas.save'>,
): MethodOutput<'personas.save'> {
  const before = scene.files.get(name);
  const current = before === undefined ? null : revisionOf(before);
  if (current !== revision)
    throw demoFault(
      'persona-changed',
      `The persona "${name}" was not saved: it was changed meanwhile.`,
      'Open it again.',
    );
  const persona = rowOfFile(name, text);
  if (persona.problem !== null)
    throw demoFault('bad-persona', `The persona was not saved: ${persona.problem}`, 'Correct the text.');
  scene.files.set(name, text);
  return { revision: revisionOf(text), persona };
}

export function removePersona(
  { scene }: Stage,
  { name }: ReadInput<'personas.remove'>,
): Record<string, never> {
  scene.files.delete(name);
  return {};
}

/** Names these characters; two texts of the demo do not collide by accident. */
function revisionOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return `${text.length}-${hash.toString(16).padStart(8, '0')}`;
}
