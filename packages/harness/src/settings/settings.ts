/**
 * Settings of a run: recorded when it starts, kept on resume, overridden by flags of `harness resume`.
 *
 * A role with other settings is recorded under its id (`converge.reviewer.model`), only the fields that differ.
 */

import type { Params } from '@harness/core/codes';
import { sandboxModes } from '@harness/core/config/lanes';
import { resolveRoleAgent, withoutFlags } from '@harness/core/config/role-agent';
import type { Config } from '@harness/core/config/schema';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { rolesOf } from '@harness/core/role/role-ids';
import { detectLanguage } from '@harness/core/text/language';
import * as z from 'zod';
import { type AgentFlags, flagsToAgentConfig } from './agent-flags.ts';
import { type AgentSettings, agentSchema } from './agent-settings.ts';
import { defaultAgentSettings, toAgentSettings } from './configured-agent.ts';

const runSchema = agentSchema.extend({
  language: z.string().default(''),
  /** `config`: chosen by a flag or a setting. `text`: that of the newest message of the person. */
  languageFrom: z.enum(['config', 'text']).default('text'),
  // Budget of the run; a missing cap means no limit.
  capUsd: z.number().exactOptional(),
  capTokens: z.number().exactOptional(),
  ceilingTokens: z.number().exactOptional(),
  warnAt: z.number().default(0.8),
  /** Agents that work at the same time; missing means no limit. */
  agentsAtOnce: z.number().exactOptional(),
  sandbox: z.enum(sandboxModes).default('auto'),
  /** One path per line. */
  sandboxShow: z.string().default(''),
  sandboxNetwork: z.enum(['open', 'model-only']).default('open'),
  /** Folder with context files for agents; empty in runs of earlier versions. */
  contextDir: z.string().default(''),
  /** Folders of plans; empty in runs of earlier versions. */
  planDir: z.string().default(''),
  completedDir: z.string().default(''),
  /** The spec that the product is compared with; empty if none is set, and in runs of earlier versions. */
  specPath: z.string().default(''),
  /** Path of the record; missing if the run is not recorded. */
  record: z.string().exactOptional(),
});

type RunSettings = z.infer<typeof runSchema>;
export type Settings = RunSettings & {
  /** Complete settings of the roles that differ. */
  readonly roles: Readonly<Record<string, AgentSettings>>;
};

export const resolveRoleSettings = (settings: Settings, role: string): AgentSettings =>
  settings.roles[role] ?? settings;

/** The configured model of a role. `insists`: it takes precedence over the preference of the workflow. */
export function modelSetting(settings: Settings, role: string) {
  const { model, modelFrom } = resolveRoleSettings(settings, role);
  const insists = modelFrom !== 'config' || settings.modelFrom === 'flag';
  return { model: model === '' ? undefined : model, insists };
}

const roleKey = /^(?<role>[\w-]+\.[\w-]+)\.(?<name>\w+)$/;

/** Parses settings from the journal; unknown settings of older versions are ignored. */
export function readSettings(recorded: Params): Settings {
  const run = runSchema.parse({ ...defaultAgentSettings, ...recorded });
  const byRole: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(recorded)) {
    const { role, name } = roleKey.exec(key)?.groups ?? {};
    if (role !== undefined && name !== undefined) byRole[role] = { ...byRole[role], [name]: value };
  }
  const roles = Object.entries(byRole).map(([role, fields]) => [role, agentSchema.parse({ ...run, ...fields })]);
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

/** Settings that flags change on resume. A flag applies to every role, also to one with its own settings. */
export function overrideSettings(recorded: Params, flags: AgentFlags): Params {
  const roleChanges = Object.keys(recorded).flatMap((key): readonly (readonly [string, string | number])[] => {
    const { role, name } = roleKey.exec(key)?.groups ?? {};
    const value = flags[name as keyof AgentFlags];
    if (value !== undefined) return [[key, value]];
    // A model belongs to its provider: the new provider does not know it.
    const isOthers = name === 'model' && flags.provider !== undefined && recorded[`${role}.provider`] !== undefined;
    return isOthers && recorded[`${role}.provider`] !== flags.provider ? [[key, '']] : [];
  });
  const named: Params = flags.model === undefined ? {} : { modelFrom: 'flag' };
  const chosen: Params = flags.language === undefined ? {} : { languageFrom: 'config' };
  return { ...(flags as Params), ...named, ...chosen, ...Object.fromEntries(roleChanges) };
}

export interface SettingsInput {
  readonly config: Pick<
    Config,
    | 'agent'
    | 'roles'
    | 'language'
    | 'budget'
    | 'parallelWorkers'
    | 'sandbox'
    | 'contextDir'
    | 'planDir'
    | 'completedDir'
    | 'fidelity'
  >;
  /** They are already merged into the configuration, and apply to every role. */
  readonly flags: AgentFlags;
  readonly root: string;
  readonly workflow: string;
  readonly task: string;
}

/** The settings of a run from the whole configuration, with the roles of its workflow only. */
export function createRunSettings({ config, flags, root, workflow, task }: SettingsInput): Settings {
  const { agent, budget, language, parallelWorkers, sandbox } = config;
  const roles = withoutFlags(config.roles, flagsToAgentConfig(flags));
  const configured = rolesOf(workflow).filter((role) => roles[role] !== undefined);
  return {
    language: language ?? detectLanguage(task) ?? '',
    languageFrom: language === undefined ? 'text' : 'config',
    ...toAgentSettings(agent, root),
    modelFrom: flags.model === undefined ? 'config' : 'flag',
    warnAt: budget.warnAt,
    contextDir: config.contextDir ?? defaultContextDir,
    planDir: config.planDir,
    completedDir: config.completedDir,
    specPath: config.fidelity.specPath ?? '',
    ...(budget.capUsd === undefined ? {} : { capUsd: budget.capUsd }),
    ...(budget.capTokens === undefined ? {} : { capTokens: budget.capTokens }),
    ...(budget.ceilingTokens === undefined ? {} : { ceilingTokens: budget.ceilingTokens }),
    ...(parallelWorkers.agents === undefined ? {} : { agentsAtOnce: parallelWorkers.agents }),
    sandbox: sandbox.mode,
    sandboxShow: sandbox.show.join('\n'),
    sandboxNetwork: sandbox.network,
    ...(flags.record === undefined ? {} : { record: flags.record }),
    roles: Object.fromEntries(
      configured.map((role) => {
        const modelFrom = roles[role]?.model === undefined ? 'config' : 'role';
        return [role, { ...toAgentSettings(resolveRoleAgent({ agent, roles }, role, {}), root), modelFrom }];
      }),
    ),
  };
}
