import { adoptScheme } from './addresses.ts';
import { lifecycle } from './lifecycle.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Privileges that make a scheme less safe, or that the stand-in cannot give, are not here. */
const allowedPrivileges = ['standard', 'secure', 'supportFetchAPI', 'stream', 'codeCache'];

const handlers = new Map<string, Handler>();
let registered = false;

/** Electron's `protocol`, with its modern half only. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (lifecycle.ready)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (registered) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
    registered = true;
    for (const { scheme, privileges = {} } of schemes) {
      const given = Object.entries(privileges).filter(([, value]) => value);
      const foreign = given.map(([name]) => name).filter((name) => !allowedPrivileges.includes(name));
      if (foreign.length > 0)
        throw new Error(`The Electron stand-in refuses ${foreign.join()} for ${scheme}:`);
      if (privileges.standard) adoptScheme(scheme);
    }
  },
  handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Partial<Electron.Protocol>);

/** The app's handler of a scheme. */
export function handlerOf(scheme: string): Handler | undefined {
  return handlers.get(scheme);
}
