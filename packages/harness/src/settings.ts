/** How a run is to be performed: recorded when it starts, held on resume, overridden by flags that are given to resume. */
import { resolve } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import type { Params } from '@harness/core/failure';
import { languageOf } from '@harness/core/language';
import { Refusal } from '@harness/core/refusal';
import * as z from 'zod';

const providers = ['claude', 'codex', 'acp', 'scripted'] as const;

const schema = z.object({
  provider: z.enum(providers).default('claude'),
  model: z.string().default(''),
  script: z.string().default(''),
  wallMs: z.number().default(60 * 60_000),
  idleMs: z.number().default(5 * 60_000),
  maxWaitMs: z.number().default(15 * 60_000),
  language: z.string().default(''),
  // What a run may cost; nothing means no limit.
  capUsd: z.number().exactOptional(),
  capTokens: z.number().exactOptional(),
  ceilingTokens: z.number().exactOptional(),
  warnAt: z.number().default(0.8),
  reserveTokens: z.number().default(20_000),
});
export type Settings = z.infer<typeof schema>;

/** Settings as the journal holds them; what an older version wrote and we do not know any more is left aside. */
export const readSettings = (recorded: Params): Settings => schema.parse(recorded);
export const toParams = (settings: Partial<Settings>): Params => settings as Params;

type Given = Readonly<Record<string, unknown>>;

/** What flags say, as far as they say anything. A script is named by its whole path, so that a resume finds it from anywhere. */
export function overrides({ provider, model, script, idleMs, wallMs, maxWaitMs, lang }: Given): Partial<Settings> {
  if (provider !== undefined && !providers.includes(provider as Settings['provider']))
    throw new Refusal('provider.unknown', { provider: String(provider), known: providers.join(', ') });
  const said = {
    provider: (provider ?? (script === undefined ? undefined : 'scripted')) as Settings['provider'] | undefined,
    model: model as string | undefined,
    script: script === undefined ? undefined : resolve(String(script)),
    idleMs: idleMs as number | undefined,
    wallMs: wallMs as number | undefined,
    maxWaitMs: maxWaitMs as number | undefined,
    language: lang as string | undefined,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** What the flags say in the form of a configuration, so that one reader puts everything in its order. */
export const asConfig = ({
  provider,
  model,
  script,
  idleMs,
  wallMs,
  maxWaitMs,
  language,
}: Partial<Settings>): unknown => ({
  language,
  agent: { provider, model, script, limits: { idleMs, wallMs }, retry: { maxWaitMs } },
});

/** How a run is performed, as the whole configuration has it. A script in the file is relative to the repository. */
export const settingsIn = (
  { agent, language, budget }: Pick<Config, 'agent' | 'language' | 'budget'>,
  root: string,
  task: string,
): Settings => ({
  language: language ?? languageOf(task) ?? '',
  provider: agent.provider,
  model: agent.model ?? '',
  script: agent.script === undefined ? '' : resolve(root, agent.script),
  wallMs: agent.limits.wallMs,
  idleMs: agent.limits.idleMs,
  maxWaitMs: agent.retry.maxWaitMs,
  reserveTokens: agent.reserveTokens,
  warnAt: budget.warnAt,
  ...(budget.capUsd === undefined ? {} : { capUsd: budget.capUsd }),
  ...(budget.capTokens === undefined ? {} : { capTokens: budget.capTokens }),
  ...(budget.ceilingTokens === undefined ? {} : { ceilingTokens: budget.ceilingTokens }),
});
