/** Describes an agent of the Agent Client Protocol (ACP): everything that the protocol leaves to the agent. */
import type { Mode } from '@harness/core/role/role';

export interface AcpAgent {
  /** Name in the configuration. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** npm package of the program; `undefined` if unknown. */
  readonly package?: string;
  /** Command that logs the user in; `undefined` if unknown. */
  readonly login?: string;
  /** Variables of the API keys, by preference; empty if unknown. */
  readonly keys: readonly string[];
  /** The agent uses several endpoints with one key each: pass on all keys that are set, not only the first. */
  readonly takesAllKeys?: true;
  /** Variable that names the endpoint; overrides the configuration, as every variable does. */
  readonly endpoint?: string;
  /** Default endpoint of a gateway that hides the key from the agent; `undefined` if a gateway is not possible. */
  readonly gateway?: string;
  /** Files of the user's login, relative to the home. They are borrowed if no key is set. */
  readonly logins: readonly string[];
  /** Variables that are passed on unchanged. */
  readonly passes: readonly string[];
  /** The agent's own modes for each mode of a role. The first one that it offers is used. */
  readonly modes: Readonly<Record<Mode, readonly string[]>>;
  /** Path of the folder as passed to the agent; default unchanged. */
  folder?(cwd: string): string;
  /** Files from which the agent always starts programs: if one exists, the agent is not started. */
  readonly startsUnasked?: readonly string[];
  settings(told: AcpLaunch): AcpSettings;
}

export interface AcpLaunch {
  readonly mode: Mode;
  /** The role names paths that the agent may write, whatever its mode. */
  readonly hasOutput: boolean;
  /** As named by the configuration or the workflow, including tiers. */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly retries: number;
  readonly turns: number | undefined;
  readonly effort: string | undefined;
  readonly paysBy: 'key' | 'login' | 'none';
  /** The private home of the call, and the folders whose settings must have no effect. */
  readonly home: string;
  readonly untrusted: readonly string[];
}

export interface AcpSettings {
  readonly environment: Readonly<Record<string, string>>;
  /** By path in the private home. */
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The `_meta` field of `session/new` and `session/load`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export const emptyAcpSettings: AcpSettings = { environment: {} };
