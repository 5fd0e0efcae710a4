/** The facts of a provider as plain data: configuration, model tiers, sandbox and views are folds over them. */
import type { ZodType } from 'zod';
import type * as field from '../config/field.ts';
import type { Tiers } from './model-tier.ts';

/** The kinds of settings. They are passed in, so that reading a fact loads no schema library. */
export type Fields = typeof field;

export interface ProviderFacts {
  /** What the provider is, in a few words. */
  readonly about: string;
  /** Settings of `agent` that only this provider reads, by name. A name belongs to one provider. */
  readonly settings?: (field: Fields) => Readonly<Record<string, ZodType>>;
  /** The setting that names the agent behind the provider. A role with another value inherits neither model nor endpoint. */
  readonly agentSetting?: string;
  /** The setting that names a script. Such a provider costs nothing: the costs that its script states are rehearsed ones. */
  readonly scriptSetting?: string;
  /** The environment variable of its endpoint; it takes precedence over `agent.baseUrl`. */
  readonly endpointVariable?: string;
  /** The environment variables that hold a key, in order of preference. */
  readonly keyVariables?: readonly string[];
  /** Its own names for the model tiers; a missing tier means its default model. */
  readonly tiers?: Tiers;
  /** Addresses of its models and logins: a closed network lets them through. */
  readonly hosts?: readonly string[];
  /** More variables that hold an address, besides `endpointVariable`: a closed network lets it through. */
  readonly hostVariables?: readonly string[];
  /** Folders of a home that hold its programs: the sandbox shows them. */
  readonly programFolders?: readonly string[];
  /** Folders of a home that hold its login: the sandbox hides them. */
  readonly loginFolders?: readonly string[];
  /** Paths of a repository that hold settings for it: they have no effect, and `doctor` says so. */
  readonly repositorySettings?: readonly string[];
}
