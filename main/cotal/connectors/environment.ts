import path from 'node:path';
import type { LaunchRequest } from '../workspace/launch.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What of the person's own environment an agent gets: by name, never the rest. */
const FORWARDED = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'TERM',
    'COLORTERM',
    'COLORFGBG',
    'TZ',
    'TEMP',
    'TMP',
    'TMPDIR',
  ],
  ...['LANG', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES'],
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'],
  ...[
    'SYSTEMROOT',
    'COMSPEC',
    'PATHEXT',
    'APPDATA',
    'LOCALAPPDATA',
    'USERPROFILE',
    'USERNAME',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'WINDIR',
  ],
];

/** The environment of an agent: the forwarded names, `cotal` on the path, and who it is on the mesh. */
export function agentEnvironment(own: Env, request: LaunchRequest, cliDir: string): Record<string, string> {
  const wanted = new Set(FORWARDED);
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(own)) {
    // Windows names are case-insensitive; the source's spelling is kept.
    if (value !== undefined && wanted.has(key.toUpperCase())) env[key] = value;
  }
  const pathKey = Object.keys(env).find((k) => k.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathKey] = [cliDir, env[pathKey]].filter((p) => p !== undefined && p !== '').join(path.delimiter);
  return {
    ...env,
    COTAL_SPACE: request.space,
    COTAL_NAME: request.name,
    COTAL_ID: request.id,
    COTAL_SERVERS: request.servers,
    COTAL_AGENT_FILE: request.personaFile,
    COTAL_SUBSCRIBE: request.scope.subscribe.join(','),
    COTAL_ALLOW_SUBSCRIBE: request.scope.allowSubscribe.join(','),
    COTAL_ALLOW_PUBLISH: request.scope.allowPublish.join(','),
    COTAL_CAPABILITIES: request.capabilities.join(','),
    COTAL_SPOOL: request.spool,
    ...(request.credsFile === undefined ? {} : { COTAL_CREDS: request.credsFile }),
    ...(request.role === undefined ? {} : { COTAL_ROLE: request.role }),
    ...(request.model === undefined ? {} : { COTAL_MODEL: request.model }),
    ...(request.description === undefined ? {} : { COTAL_DESCRIPTION: request.description }),
    ...(request.prompt === undefined ? {} : { COTAL_PROMPT: request.prompt }),
  };
}
