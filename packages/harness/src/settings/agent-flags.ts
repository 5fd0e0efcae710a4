/** What a person said on the command line about how agents are asked, as far as they said anything. */
import { resolve } from 'node:path';
import { acpAgents } from '@harness/core/config/acp';
import { providers } from '@harness/core/config/agent';
import { sandboxModes } from '@harness/core/config/lanes';
import { Refusal } from '@harness/core/failure/refusal';

export interface AgentFlags {
  readonly provider?: (typeof providers)[number];
  readonly acp?: (typeof acpAgents)[number];
  readonly model?: string;
  readonly script?: string;
  readonly idleMs?: number;
  readonly wallMs?: number;
  readonly maxWaitMs?: number;
  readonly language?: string;
  readonly sandbox?: (typeof sandboxModes)[number];
  readonly record?: string;
}

/**
 * A script and a record are named by their whole path, so that a resume finds them from anywhere. A script implies who plays
 * it, as an agent of the protocol does.
 */
export function parseAgentFlags(options: Readonly<Record<string, unknown>>): AgentFlags {
  const { provider, acp, model, script, idleMs, wallMs, maxWaitMs, lang, sandbox, record } = options;
  if (provider !== undefined && !(providers as readonly unknown[]).includes(provider))
    throw new Refusal('provider.unknown', { provider: String(provider), known: providers.join(', ') });
  if (acp !== undefined && !(acpAgents as readonly unknown[]).includes(acp))
    throw new Refusal('provider.unknown', { provider: `acp ${acp}`, known: acpAgents.join(', ') });
  if (sandbox !== undefined && !(sandboxModes as readonly unknown[]).includes(sandbox))
    throw new Refusal('usage.invalid', {
      detail: `--sandbox is one of ${sandboxModes.join(', ')}, not "${String(sandbox)}"`,
    });
  const implied = script !== undefined ? 'scripted' : acp !== undefined ? 'acp' : undefined;
  const said = {
    provider: provider ?? implied,
    acp,
    model,
    script: script === undefined ? undefined : resolve(String(script)),
    idleMs,
    wallMs,
    maxWaitMs,
    language: lang,
    sandbox,
    record: record === undefined ? undefined : resolve(String(record)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** The same in the form of a configuration, so that one reader puts everything in its order. */
export const parseAgentFlag = ({ provider, acp, model, script, idleMs, wallMs, maxWaitMs }: AgentFlags) => ({
  ...{ provider, acp, model, script },
  limits: { idleMs, wallMs },
  retry: { maxWaitMs },
});
export const flagsToConfig = (flags: AgentFlags): unknown => ({
  language: flags.language,
  agent: parseAgentFlag(flags),
  ...(flags.sandbox === undefined ? {} : { sandbox: { mode: flags.sandbox } }),
});
