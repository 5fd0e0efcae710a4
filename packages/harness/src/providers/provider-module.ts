/** A provider on this machine: its command-line options, and the parts that are loaded when it is called. */
import type { Usage } from '@harness/core/budget/usage';
import type { Config } from '@harness/core/config/schema';
import type { Refusal } from '@harness/core/failure/refusal';
import type { ProviderName, ProviderSettingName, SettingNameOf } from '@harness/core/providers/providers';
import type { Provider } from '@harness/effects/agent/provider';
import type { Script } from '@harness/effects/agent/scripted/script';
import type { AgentSettings } from '../settings/agent-settings.ts';
import type { ProgramWarning } from './program-warning.ts';

/** Loaded by every command, so it imports only light modules; the rest is behind `load`. */
export interface ProviderModule<Name extends ProviderName> {
  /** Settings that only this provider reads. */
  readonly settings: { readonly [Setting in SettingNameOf<Name>]: ProviderSetting<Setting> };
  /** Two roles with equal values here share one agent. */
  agentKey(settings: AgentSettings): readonly unknown[];
  load(): Promise<{ readonly parts: ProviderParts }>;
}

type ConfiguredValue<Setting extends ProviderSettingName> = NonNullable<Config['agent'][Setting]>;

export interface ProviderSetting<Setting extends ProviderSettingName> {
  /** The option has the name of the setting and implies the provider. `undefined` if there is no option. */
  readonly option?: SettingOption;
  /** Resolves a path in the configured value against the root of the repository. */
  locate?(value: ConfiguredValue<Setting>, root: string): ConfiguredValue<Setting>;
}

export interface SettingOption {
  /** The name of its value in the help, for example `agent` in `--acp <agent>`. */
  readonly value: string;
  readonly about: string;
  /** Parses the typed value; throws a `Refusal` if it is invalid. */
  parse(typed: string): string;
  /** `harness init` also has the option, and writes the setting to the configuration. */
  readonly isForInit?: true;
}

export interface ProviderParts {
  /** Checks whether it can be called on this machine. Loads no SDK. */
  state(settings: AgentSettings, environment: NodeJS.ProcessEnv): ProviderState;
  /** The state that `doctor` prints; `undefined` if it prints `state`. */
  examine?(settings: AgentSettings, environment: NodeJS.ProcessEnv): ProviderState;
  /** Opens an agent after `state` found no problem. Loads the SDK. */
  open(settings: AgentSettings, environment: NodeJS.ProcessEnv): Promise<OpenedAgent>;
  /** The list price of a call; `undefined` if the model is not in the list. */
  costOf?(model: string, usage: Usage): number | undefined;
}

export interface ProviderState {
  /** Description for `doctor`, without the value of a key. */
  readonly found: string;
  /** Why it cannot be called, with the command that helps; `undefined` if it can. */
  readonly refusal: Refusal | undefined;
  /** The program is older than those that the harness is tested with, or its version is unknown. */
  readonly warning?: ProgramWarning;
}

export interface OpenedAgent {
  readonly provider: Provider;
  /** Scripted people; `undefined` if the user answers questions. */
  readonly people?: Script['people'];
}

/** The key of an agent whose client is created once and serves all calls. */
export const clientKey = ({ program, baseUrl, binary, turns, effort }: AgentSettings): readonly unknown[] => [
  program,
  baseUrl,
  binary,
  turns,
  effort,
];
