/** What an agent's program is told: what is on the list, a home of its own, its keys, and what its row of the table says. */
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import type { AcpAgent } from './agent.ts';
import type { Credential } from './credential.ts';

export interface AcpEnvironmentInput {
  readonly home: string;
  readonly temporary: string;
  readonly mark: string;
  readonly credential: Credential;
  /** Of the agent's own settings; a key that is kept back has its stand-in here. */
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
  // These name places in the person's home, where programs would look for settings and logins.
  const isTheirs = (name: string) => name.startsWith('XDG_') && !passes.includes(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isTheirs(name)));
}
