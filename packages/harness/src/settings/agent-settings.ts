/** Settings of a role that a run records. Defaults are those of the configuration. */
import { efforts } from '@harness/core/config/agent';
import { providerSettingNames } from '@harness/core/config/provider-settings';
import { type ProviderSettingName, providerNames } from '@harness/core/providers/providers';
import * as z from 'zod';

/** Settings of single providers, each as text; empty if not set. */
const ownSettings = Object.fromEntries(providerSettingNames.map((name) => [name, z.string()])) as {
  readonly [Name in ProviderSettingName]: z.ZodString;
};

export const agentSchema = z.object({
  provider: z.enum(providerNames),
  ...ownSettings,
  model: z.string(),
  /** The source of the model: a flag and the role's own setting take precedence over the workflow's preference (C-14). */
  modelFrom: z.enum(['flag', 'role', 'config']),
  /** The configured program of the provider; empty if the harness searches for it. */
  program: z.string(),
  /** The configured endpoint; the environment variable takes precedence at each start. */
  baseUrl: z.string(),
  effort: z.enum(efforts).exactOptional(),
  wallMs: z.number(),
  idleMs: z.number(),
  turns: z.number().exactOptional(),
  /** The limit of one call in dollars. */
  usd: z.number().exactOptional(),
  /** Retries by the provider's client. */
  binary: z.number(),
  calls: z.number(),
  rateLimited: z.number(),
  backoffMs: z.number(),
  maxWaitMs: z.number(),
  reserveTokens: z.number(),
});

export type AgentSettings = z.infer<typeof agentSchema>;
