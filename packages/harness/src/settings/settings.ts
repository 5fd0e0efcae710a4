/**
 * How a run is to be performed: recorded when it starts, held on resume, overridden by flags that are given to resume.
 *
 * A role that differs is recorded beside the run under its id (`converge.reviewer.model`), as far as it differs.
 */

import type { Params } from '@harness/core/codes';
import { sandboxModes } from '@harness/core/config/lanes';
import { resolveRoleAgent, withoutFlags } from '@harness/core/config/role-agent';
import type { Config } from '@harness/core/config/schema';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { rolesOf } from '@harness/core/role/role-ids';
import { languageOf } from '@harness/core/text/language';
import * as z from 'zod';
import { type AgentFlags, parseAgentFlag } from './agent-flags.ts';
import { type AgentSettings, agentSchema } from './agent-settings.ts';
import { defaultAgentSettings, toAgentSettings } from './configured-agent.ts';

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
  const run = runSchema.parse({ ...defaultAgentSettings, ...recorded });
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
    ...toAgentSettings(agent, root),
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
        return [role, { ...toAgentSettings(resolveRoleAgent({ agent, roles }, role, {}), root), modelFrom }];
      }),
    ),
  };
}
