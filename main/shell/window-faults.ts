import type { WireError } from '../../shared/api/contract.ts';
import { Fault, messageOf } from '../../shared/base/refusal.ts';

/** What a window is told when a call cannot be answered. */

export function badInput(issue: string): Fault {
  return new Fault('bad-input', 'The request cannot be understood.', {
    why: `${issue}.`,
    remedy: 'Correct the value.',
  });
}

export function notForWindows(method: string): Fault {
  return new Fault('not-for-windows', `A window may not ask for "${method.slice(0, 64)}".`, {
    why: 'It is not among what the page can do.',
    remedy: 'Use the command line: cotal --help.',
  });
}

export function hostGone(): Fault {
  return new Fault('host-gone', 'The background host is not there at the moment.', {
    why: 'Its process ended.',
    remedy: 'It is being looked for; try again when the page says it is connected.',
  });
}

export function notAttached(): Fault {
  return new Fault('no-stream', 'That terminal is not attached.', {
    why: 'This window did not open it, or has let it go.',
    remedy: 'Attach again.',
  });
}

export function badAnswer(method: string, issue: string): Fault {
  return new Fault('bad-answer', 'The host gave an answer that cannot be read.', {
    why: `${method}: ${issue}.`,
    remedy: 'Host and page are of different builds: restart the host.',
  });
}

/** An error as data, in words; what is not a Fault is a bug, told without its inside. */
export function toWire(error: unknown): WireError {
  if (error instanceof Fault) return { code: error.code, message: messageOf(error), remedy: error.remedy };
  return {
    code: 'internal',
    message: 'Something went wrong inside the shell.',
    remedy: 'Reload the page; if it stays so, see cotal logs.',
  };
}
