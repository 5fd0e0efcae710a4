/** Builds the program's environment: an allow-list, its own home, and a token in place of the key. */
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import { keyName } from './credential.ts';
import type { CodexHome } from './home.ts';
import { logFilter } from './log.ts';

interface ChildVariables {
  readonly mark: string;
  readonly tools: readonly string[];
  readonly key: string | undefined;
  readonly lane?: Readonly<Record<string, string>> | undefined;
}

export function codexEnvironment(
  source: NodeJS.ProcessEnv,
  { home, codex, temporary }: CodexHome,
  { mark, tools, key, lane }: ChildVariables,
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
  // XDG variables name folders in the user's home, where programs look for settings and logins.
  const passed = Object.entries(environment).filter(([name]) => !name.startsWith('XDG_')) as [string, string][];
  return { ...Object.fromEntries(passed), PATH: [...tools, environment['PATH']].filter((part) => part).join(':') };
}
