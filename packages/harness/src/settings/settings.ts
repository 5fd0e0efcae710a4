/**
 * How a run is to be performed: recorded when it starts, held on resume, overridden by flags that are given to resume.
 *
 * A role that differs is recorded beside the run under its id (`converge.reviewer.model`), as far as it differs.
 */

import { resolve } from 'node:path';
import type { Params } from '@harness/core/codes';
import { type AcpChoice, acpText } from '@harness/core/config/acp';
import { efforts, providers } from '@harness/core/config/agent';
import { sandboxModes } from '@harness/core/config/lanes';
import { resolveRoleAgent, withoutFlags } from '@harness/core/config/role-agent';
import type { Config } from '@harness/core/config/schema';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { rolesOf } from '@harness/core/role/role-ids';
import { languageOf } from '@harness/core/text/language';
import * as z from 'zod';
import { type AgentFlags, parseAgentFlag } from './agent-flags.ts';

/** How a role is asked. */
const agentSchema = z.object({
  provider: z.enum(providers).default('claude'),
  /** The agent that speaks the protocol, as `acpText` writes it. */
  acp: z.string().default(''),
  model: z.string().default(''),
  /** Who named the model: what a workflow would like for a role comes after a flag and the role's own setting (C-14). */
  modelFrom: z.enum(['flag', 'role', 'config']).default('config'),
  script: z.string().default(''),
  /** The endpoint as the configuration has it; what the environment says is looked at whenever it is asked. */
  baseUrl: z.string().default(''),
  effort: z.enum(efforts).exactOptional(),
  wallMs: z.number().default(60 * 60_000),
  idleMs: z.number().default(5 * 60_000),
  turns: z.number().exactOptional(),
  /** What one call may cost. */
  usd: z.number().exactOptional(),
  /** How often the provider's own client tries again. */
  binary: z.number().default(2),
  calls: z.number().default(1),
  rateLimited: z.number().default(3),
  backoffMs: z.number().default(1_000),
  maxWaitMs: z.number().default(15 * 60_000),
  reserveTokens: z.number().default(20_000),
});

const runSchema = agentSchema.extend({
  language: z.string().default(''),
  // What a run may cost; nothing means no limit.
  capUsd: z.number().exactOptional(),
  capTokens: z.number().exactOptional(),
  ceilingTokens: z.number().exactOptional(),
  warnAt: z.number().default(0.8),
  /** How many agents work at the same time; nothing means no limit. */
  agentsAtOnce: z.number().exactOptional(),
  sandbox: z.enum(sandboxModes).default('auto'),
  /** Paths, one a line. */
  sandboxShow: z.string().default(''),
  sandboxNetwork: z.enum(['open', 'model-only']).default('open'),
  /** Where people drop context for its agents; nowhere in runs of earlier versions. */
  contextDir: z.string().default(''),
  /** The file that it is written down in. */
  record: z.string().exactOptional(),
});

export type AgentSettings = z.infer<typeof agentSchema>;
type RunSettings = z.infer<typeof runSchema>;
export type Settings = RunSettings & {
  /** The roles that differ, each as a whole. */
  readonly roles: Readonly<Record<string, AgentSettings>>;
};

export const resolveSettings = (settings: Settings, role: string): AgentSettings => settings.roles[role] ?? settings;

/** The model that was named for a role, and whether it holds against what its workflow would like. */
export function modelSetting(settings: Settings, role: string) {
  const { model, modelFrom } = resolveSettings(settings, role);
  const insists = modelFrom !== 'config' || settings.modelFrom === 'flag';
  return { model: model === '' ? undefined : model, insists };
}

const roleKey = /^(?<role>[\w-]+\.[\w-]+)\.(?<name>\w+)$/;

/** Settings as the journal holds them; what an older version wrote and we do not know any more is left aside. */
export function readSettings(recorded: Params): Settings {
  const run = runSchema.parse(recorded);
  const own: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(recorded)) {
    const { role, name } = roleKey.exec(key)?.groups ?? {};
    if (role !== undefined && name !== undefined) own[role] = { ...own[role], [name]: value };
  }
  const roles = Object.entries(own).map(([role, fields]) => [role, agentSchema.parse({ ...run, ...fields })]);
  return { ...run, roles: Object.fromEntries(roles) };
}

export function settingsToParams({ roles, ...run }: Settings): Params {
  const differing = Object.entries(roles).flatMap(([role, settings]) =>
    Object.entries(settings)
      .filter(([name, value]) => value !== run[name as keyof AgentSettings])
      .map(([name, value]) => [`${role}.${name}`, value]),
  );
  return { ...run, ...Object.fromEntries(differing) } as Params;
}

/** What flags change in what was recorded. A flag is meant for every role, also for one that was set apart. */
export function overrideSettings(recorded: Params, flags: AgentFlags): Params {
  const ofRoles = Object.keys(recorded).flatMap((key): readonly (readonly [string, string | number])[] => {
    const { role, name } = roleKey.exec(key)?.groups ?? {};
    const said = flags[name as keyof AgentFlags];
    if (said !== undefined) return [[key, said]];
    // A model belongs to its provider: whoever is asked instead does not know it.
    const isOthers = name === 'model' && flags.provider !== undefined && recorded[`${role}.provider`] !== undefined;
    return isOthers && recorded[`${role}.provider`] !== flags.provider ? [[key, '']] : [];
  });
  const named: Params = flags.model === undefined ? {} : { modelFrom: 'flag' };
  return { ...(flags as Params), ...named, ...Object.fromEntries(ofRoles) };
}

export interface SettingsInput {
  readonly config: Pick<
    Config,
    'agent' | 'roles' | 'language' | 'budget' | 'parallelWorkers' | 'sandbox' | 'contextDir'
  >;
  /** What flags said: it is in the configuration already, and holds for every role. */
  readonly flags: AgentFlags;
  readonly root: string;
  readonly workflow: string;
  readonly task: string;
}

/** How a run is performed, as the whole configuration has it. Only the roles of its own workflow matter to it. */
export function settingsOfJournal({ config, flags, root, workflow, task }: SettingsInput): Settings {
  const { agent, budget, language, parallelWorkers, sandbox } = config;
  const roles = withoutFlags(config.roles, parseAgentFlag(flags));
  const own = rolesOf(workflow).filter((role) => roles[role] !== undefined);
  return {
    language: language ?? languageOf(task) ?? '',
    ...agentSettings(agent, root),
    modelFrom: flags.model === undefined ? 'config' : 'flag',
    warnAt: budget.warnAt,
    contextDir: config.contextDir ?? defaultContextDir,
    ...(budget.capUsd === undefined ? {} : { capUsd: budget.capUsd }),
    ...(budget.capTokens === undefined ? {} : { capTokens: budget.capTokens }),
    ...(budget.ceilingTokens === undefined ? {} : { ceilingTokens: budget.ceilingTokens }),
    ...(parallelWorkers.agents === undefined ? {} : { agentsAtOnce: parallelWorkers.agents }),
    ...{ sandbox: sandbox.mode, sandboxShow: sandbox.show.join('\n'), sandboxNetwork: sandbox.network },
    ...(flags.record === undefined ? {} : { record: flags.record }),
    roles: Object.fromEntries(
      own.map((role) => {
        const modelFrom = roles[role]?.model === undefined ? 'config' : 'role';
        return [role, { ...agentSettings(resolveRoleAgent({ agent, roles }, role, {}), root), modelFrom }];
      }),
    ),
  };
}

/** A program with a path in its name is relative to the repository, as a script is. */
const rooted = (choice: AcpChoice, root: string): AcpChoice => {
  if (typeof choice === 'string' || !choice.command[0]?.includes('/')) return choice;
  return { ...choice, command: [resolve(root, choice.command[0]), ...choice.command.slice(1)] };
};

/** A script in the file is relative to the repository. */
const agentSettings = (
  { provider, acp, model, script, baseUrl, reasoningEffort, limits, retry, reserveTokens }: Config['agent'],
  root: string,
): AgentSettings => ({
  provider,
  acp: acpText(acp && rooted(acp, root)),
  model: model ?? '',
  modelFrom: 'config',
  script: script === undefined ? '' : resolve(root, script),
  baseUrl: baseUrl ?? '',
  ...(reasoningEffort === undefined ? {} : { effort: reasoningEffort }),
  wallMs: limits.wallMs,
  idleMs: limits.idleMs,
  ...(limits.turns === undefined ? {} : { turns: limits.turns }),
  ...(limits.usd === undefined ? {} : { usd: limits.usd }),
  binary: retry.binary,
  calls: retry.calls,
  rateLimited: retry.rateLimited,
  backoffMs: retry.backoffMs,
  maxWaitMs: retry.maxWaitMs,
  reserveTokens,
});
