/**
 * Chromium cannot be taught a scheme over the DevTools protocol. So `app://bundle/x` is `https://bundle.app.stand-in.invalid/x`
 * in Chromium, and the two are exchanged wherever an address passes between it and the main process.
 */
const suffix = 'stand-in.invalid';
const schemes = new Set<string>();

/** Begins to exchange the addresses of a scheme. */
export function adoptScheme(scheme: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(scheme))
    throw new Error(`The Electron stand-in cannot have a scheme ${scheme}`);
  schemes.add(scheme);
}

/** The address in Chromium of what the app calls `url`. */
export function toChromium(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (!schemes.has(scheme.toLowerCase())) return url;
  return `https://${host}.${scheme.toLowerCase()}.${suffix}${rest === '' ? '/' : rest}`;
}

/** What the app calls the address `url` in Chromium. */
export function fromChromium(url: string): string {
  const pattern = /https:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.stand-in\.invalid/i;
  return url.replace(pattern, (_, host: string, scheme: string) => `${scheme}://${host}`);
}

/** The same for a text that names origins, as a Content-Security-Policy does. */
export function originsToChromium(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*):\/\/[a-z0-9.-]+/gi, (origin, scheme: string) =>
    schemes.has(scheme.toLowerCase()) ? toChromium(origin).replace(/\/$/, '') : origin,
  );
}

/** The scheme of an address, in small letters. */
export function schemeOf(url: string): string {
  return url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
}

/** The origin of an address of the app, or `null` for one that has none. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { origin, protocol, host } = new URL(url);
  if (origin !== 'null') return origin;
  return schemes.has(protocol.slice(0, -1)) ? `${protocol}//${host}` : 'null';
}
