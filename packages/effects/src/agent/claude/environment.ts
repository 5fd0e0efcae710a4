/** Builds the program's environment: an allow-list, its own home, and the model's endpoint. */
import { privateEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import type { KeyName } from './credential.ts';

export interface ClaudeLaunch {
  readonly home: string;
  readonly temporary: string;
  readonly mark: string;
  readonly lane?: Readonly<Record<string, string>> | undefined;
  /** Maximum number of retries by the program; its own default is ten. */
  readonly retries: number;
  readonly baseUrl: string | undefined;
  readonly key: { readonly name: KeyName; readonly value: string } | undefined;
}

export function claudeEnvironment(source: NodeJS.ProcessEnv, launch: ClaudeLaunch): NodeJS.ProcessEnv {
  const { home, temporary, mark, lane, retries, baseUrl, key } = launch;
  return privateEnvironment(source, {
    ...lane,
    HOME: home,
    TMPDIR: temporary,
    [effectVariable]: mark,
    CLAUDE_CODE_MAX_RETRIES: String(retries),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', // no extra traffic: the program sends only requests of the harness
    CLAUDE_CODE_ATTRIBUTION_HEADER: '0', // the header changes with every prompt, so the cache would never hit
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(key === undefined ? {} : { [key.name]: key.value }),
  });
}
