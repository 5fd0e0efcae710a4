/** Builds the program's environment: an allow-list, its own home, its keys, and the agent's settings. */
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import type { AcpAgent } from './agent.ts';
import type { Credential } from './credential.ts';

export interface AcpEnvironmentInput {
  readonly home: string;
  readonly temporary: string;
  readonly mark: string;
  readonly credential: Credential;
  /** Variables of the agent's settings; includes the token that replaces a hidden key. */
  readonly told: Readonly<Record<string, string>>;
}

export function acpEnvironment(
  source: NodeJS.ProcessEnv,
  { passes }: AcpAgent,
  { home, temporary, mark, credential, told }: AcpEnvironmentInput,
): NodeJS.ProcessEnv {
  const keys = credential.is === 'keys' ? credential.names : [];
  const named = [...passes, ...keys].flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]]));
  const environment = childEnvironment(source, {
    ...Object.fromEntries(named),
    ...told,
    HOME: home,
    TMPDIR: temporary,
    [effectVariable]: mark,
  });
  // XDG variables name folders in the user's home, where programs look for settings and logins.
  const isHomePath = (name: string) => name.startsWith('XDG_') && !passes.includes(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isHomePath(name)));
}
