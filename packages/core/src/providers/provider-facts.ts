/** The facts of a provider as plain data: configuration, model tiers, sandbox and views are computed from them. */
import type { ZodType } from 'zod';
import type * as field from '../config/field.ts';
import type { Tiers } from './model-tier.ts';

/** The kinds of settings, passed as an argument so that reading a fact loads no schema library. */
export type ProviderFields = typeof field;

export interface ProviderFacts {
  /** A short noun phrase for help and docs. */
  readonly about: string;
  /** Settings of `agent` that only this provider reads, by name. A name belongs to one provider. */
  readonly settings?: (field: ProviderFields) => Readonly<Record<string, ZodType>>;
  /** The setting that names the agent it runs. A role with another value inherits neither model nor endpoint. */
  readonly agentSetting?: string;
  /** The setting that names a script. Such a provider is free: costs stated by its script are not real. */
  readonly scriptSetting?: string;
  /** The environment variable of its endpoint; it takes precedence over `agent.baseUrl`. */
  readonly endpointVariable?: string;
  /** The environment variables that hold a key, in order of preference. */
  readonly keyVariables?: readonly string[];
  /** Its names for the model tiers; a missing tier means its default model. */
  readonly tiers?: Tiers;
  /** Addresses of its models and logins; a closed network allows them. */
  readonly hosts?: readonly string[];
  /** Variables with an address, besides `endpointVariable`; a closed network allows that address. */
  readonly hostVariables?: readonly string[];
  /** Folders below the home folder with its programs; the sandbox shows them. */
  readonly programFolders?: readonly string[];
  /** Folders below the home folder with its login; the sandbox hides them. */
  readonly loginFolders?: readonly string[];
  /** Paths of its settings in a repository; the harness ignores them and `doctor` reports it. */
  readonly repositorySettings?: readonly string[];
}
