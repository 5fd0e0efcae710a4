/** What has to be known of an agent that speaks the protocol: the protocol leaves all of this to the agent. */
import type { Mode } from '@harness/core/role/role';

export interface AcpAgent {
  /** As the configuration calls it. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The package that brings the program along; nothing when nobody knows. */
  readonly package?: string;
  /** What a person types to log in. */
  readonly login?: string;
  /** What it is paid with, in this order; none when nobody knows. */
  readonly keys: readonly string[];
  /** It knows many endpoints, each with a key of its own: all that are set are handed on, not only the first. */
  readonly takesAllKeys?: true;
  /** The variable by which its own tools name the endpoint; it wins over the configuration, as every variable does. */
  readonly endpoint?: string;
  /** The endpoint that a gateway can stand before, so that the key does not reach the agent. */
  readonly gateway?: string;
  /** Where the person's own login lies, relative to their home. It is lent when no key is set. */
  readonly logins: readonly string[];
  /** Variables that are handed on as they are. */
  readonly passes: readonly string[];
  /** Its own names for what a role may do. The first that it offers is used. */
  readonly modes: Readonly<Record<Mode, readonly string[]>>;
  /** How its folder is named to it; as it is, when nothing is said. */
  folder?(cwd: string): string;
  /** What it would start of a repository whatever it is told: where one of these lies, it is not asked. */
  readonly startsUnasked?: readonly string[];
  /** What it is told besides the protocol. */
  settings(told: AcpLaunch): AcpSettings;
}

export interface AcpLaunch {
  readonly mode: Mode;
  /** It may write one file, whatever its mode. */
  readonly hasOutput: boolean;
  /** As the configuration or the workflow names it, a tier included. */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** How often the agent itself tries again, where it can be told. */
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
  /** By their path in the private home. */
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** What `session/new` and `session/load` carry besides. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export const emptyAcpSettings: AcpSettings = { environment: {} };
