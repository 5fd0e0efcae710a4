/** What the provider's program is told: what is on the list, a home of its own, and what it has in place of a key. Nothing of the person's home. */
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import { keyName } from './credential.ts';
import type { CodexHome } from './home.ts';
import { logFilter } from './log.ts';

interface Told {
  readonly mark: string;
  readonly tools: readonly string[];
  readonly key: string | undefined;
  /** What the lane has to itself. */
  readonly lane?: Readonly<Record<string, string>> | undefined;
}

export function codexEnvironment(
  source: NodeJS.ProcessEnv,
  { home, codex, temporary }: CodexHome,
  { mark, tools, key, lane }: Told,
): Record<string, string> {
  const environment = childEnvironment(source, {
    ...lane,
    HOME: home,
    CODEX_HOME: codex,
    TMPDIR: temporary,
    [effectVariable]: mark,
    RUST_LOG: logFilter,
    ...(key === undefined ? {} : { [keyName]: key }),
  });
  // These name places in the person's home, where programs would look for settings and logins.
  const passed = Object.entries(environment).filter(([name]) => !name.startsWith('XDG_')) as [string, string][];
  return { ...Object.fromEntries(passed), PATH: [...tools, environment['PATH']].filter((part) => part).join(':') };
}
