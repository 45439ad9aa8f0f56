/** What the tray shows. */
export interface TrayState {
  readonly needs: number;
  readonly agents: number;
  /** No host, or no mesh that is up. */
  readonly isStopped: boolean;
}

/** Which picture says it: stopped before needs, since nothing can be asked of a mesh that is down. */
export function trayPicture({ needs, isStopped }: TrayState): 'tray' | 'tray-needs' | 'tray-stopped' {
  if (isStopped) return 'tray-stopped';
  return needs > 0 ? 'tray-needs' : 'tray';
}

/** The same in words, for the tip and for whoever hears instead of sees. */
export function trayWords({ needs, agents, isStopped }: TrayState): string {
  if (isStopped) return 'Cotal: no mesh is up';
  const running = agentsRunning(agents);
  return needs === 0 ? `Cotal: ${running}` : `Cotal: ${needs} need you, ${running}`;
}

export function agentsRunning(agents: number): string {
  return agents === 1 ? '1 agent running' : `${agents} agents running`;
}
