export { launchTerminal } from './session.ts';
export type { Attachment, LaunchSpec, TerminalExit, TerminalSession, Viewer, ViewerFrame } from './types.ts';
