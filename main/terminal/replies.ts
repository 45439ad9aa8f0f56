/**
 * What a terminal says by itself when a program asks it something: device attributes, status and cursor reports, mode,
 * size and keyboard reports, colours, and answers to settings. Shift-F3 looks like a cursor report in the first row.
 */
const REPLY =
  // oxlint-disable-next-line no-control-regex -- escape sequences are what this is about
  /^(?:\x1b\[[?>=]?[\d;]*(?:[cnRtx]|\$y)|\x1b\[\?\d*u|\x1b\]\d+;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1bP[^\x1b]*\x1b\\)+$/;

/** More than this is no reply, and is not looked through. */
const LONGEST_REPLY = 4096;

/** Is this input nothing but answers of a terminal, so that no person typed any of it? */
export function isReply(input: string): boolean {
  return input.length <= LONGEST_REPLY && REPLY.test(input);
}
