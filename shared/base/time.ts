/** Where the current time comes from; injected, so that tests can move it. Milliseconds since the epoch. */
export type Now = () => number;

/** An age in words a person reads at a glance: `3 s`, `4 m`, `2 h`, `5 d`. */
export function explainAge(ageMs: number): string {
  const s = Math.max(0, Math.round(ageMs / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} m`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86_400)} d`;
}

/** An epoch time as RFC 3339 in UTC. */
export function toRfc3339(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
