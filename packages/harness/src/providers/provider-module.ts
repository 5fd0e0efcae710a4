/** A provider on this machine: its command-line options, and the parts that are loaded when it is asked. */
import type { Usage } from '@harness/core/budget/usage';
import type { Config } from '@harness/core/config/schema';
import type { Refusal } from '@harness/core/failure/refusal';
import type { ProviderName, ProviderSettingName, SettingNameOf } from '@harness/core/providers/providers';
import type { Provider } from '@harness/effects/agent/provider';
import type { Script } from '@harness/effects/agent/scripted/script';
import type { AgentSettings } from '../settings/agent-settings.ts';

/** Loaded by every command, so it imports only light modules. Everything else sits behind `load`. */
export interface ProviderModule<Name extends ProviderName> {
  /** The settings that only this provider reads. */
  readonly settings: { readonly [Setting in SettingNameOf<Name>]: ProviderSetting<Setting> };
  /** Two roles with equal values here share one agent. */
  agentKey(settings: AgentSettings): readonly unknown[];
  load(): Promise<{ readonly parts: ProviderParts }>;
}

type ConfiguredValue<Setting extends ProviderSettingName> = NonNullable<Config['agent'][Setting]>;

export interface ProviderSetting<Setting extends ProviderSettingName> {
  /** Its option is called like the setting, and implies the provider. `undefined` if it has none. */
  readonly option?: SettingOption;
  /** Resolves a path in the configured value against the root of the repository. */
  locate?(value: ConfiguredValue<Setting>, root: string): ConfiguredValue<Setting>;
}

export interface SettingOption {
  /** The name of its value in the help: `agent` of `--acp <agent>`. */
  readonly value: string;
  readonly about: string;
  /** Reads the typed value; throws a `Refusal` if it is wrong. */
  parse(typed: string): string;
  /** `harness init` takes the option too, and writes the setting to the configuration. */
  readonly isForInit?: true;
}

export interface ProviderParts {
  /** Whether it can be asked on this machine. Loads no SDK. */
  state(settings: AgentSettings, environment: NodeJS.ProcessEnv): ProviderState;
  /** The state that `doctor` prints, if it is not that of the configured agent. */
  examine?(settings: AgentSettings, environment: NodeJS.ProcessEnv): ProviderState;
  /** Opens an agent, after `state` refused nothing. The SDK is loaded here. */
  open(settings: AgentSettings, environment: NodeJS.ProcessEnv): Promise<OpenedAgent>;
  /** The list price of what a call used; `undefined` if the model is not in the list. */
  costOf?(model: string, usage: Usage): number | undefined;
}

export interface ProviderState {
  /** The findings for `doctor`, without the value of a key. */
  readonly found: string;
  /** Why it cannot be asked, with the command that helps; `undefined` if it can. */
  readonly refusal: Refusal | undefined;
}

export interface OpenedAgent {
  readonly provider: Provider;
  /** The people of a script; `undefined` if people answer themselves. */
  readonly people?: Script['people'];
}

/** The key of an agent whose client is set up once and serves all calls. */
export const clientKey = ({ baseUrl, binary, turns, effort }: AgentSettings): readonly unknown[] => [
  baseUrl,
  binary,
  turns,
  effort,
];
