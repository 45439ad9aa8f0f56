export { launchTerminal } from './session.ts';
export type { Attachment, TerminalExit, TerminalSession, ViewerFrame } from './types.ts';
