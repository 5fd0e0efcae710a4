/** What the provider's program is told: what is on the list, a home of its own, and where the model is. Nothing of the person's home. */
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import type { KeyName } from './credential.ts';

export interface ClaudeLaunch {
  readonly home: string;
  readonly temporary: string;
  readonly mark: string;
  /** What the lane has to itself. */
  readonly lane?: Readonly<Record<string, string>> | undefined;
  /** How often the program itself tries again; its own default would be ten times. */
  readonly retries: number;
  readonly baseUrl: string | undefined;
  readonly key: { readonly name: KeyName; readonly value: string } | undefined;
}

export function claudeEnvironment(source: NodeJS.ProcessEnv, told: ClaudeLaunch): NodeJS.ProcessEnv {
  const { home, temporary, mark, lane, retries, baseUrl, key } = told;
  const environment = childEnvironment(source, {
    ...lane,
    HOME: home,
    TMPDIR: temporary,
    [effectVariable]: mark,
    CLAUDE_CODE_MAX_RETRIES: String(retries),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', // no calls aside: every request is one that the harness asked for
    CLAUDE_CODE_ATTRIBUTION_HEADER: '0', // it changes with every prompt, and so the cache would never hit
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(key === undefined ? {} : { [key.name]: key.value }),
  });
  // These name places in the person's home, where programs would look for settings and logins.
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('XDG_')));
}
