/** How a role is asked, as a run records it. Defaults are those of the configuration. */
import { efforts } from '@harness/core/config/agent';
import { providerSettingNames } from '@harness/core/config/provider-settings';
import { type ProviderSettingName, providerNames } from '@harness/core/providers/providers';
import * as z from 'zod';

/** The settings of single providers, each as one text; empty if it is not set. */
const ownSettings = Object.fromEntries(providerSettingNames.map((name) => [name, z.string()])) as {
  readonly [Name in ProviderSettingName]: z.ZodString;
};

export const agentSchema = z.object({
  provider: z.enum(providerNames),
  ...ownSettings,
  model: z.string(),
  /** Who named the model: what a workflow would like for a role comes after a flag and the role's own setting (C-14). */
  modelFrom: z.enum(['flag', 'role', 'config']),
  /** The endpoint as the configuration has it; what the environment says is looked at whenever it is asked. */
  baseUrl: z.string(),
  effort: z.enum(efforts).exactOptional(),
  wallMs: z.number(),
  idleMs: z.number(),
  turns: z.number().exactOptional(),
  /** What one call may cost. */
  usd: z.number().exactOptional(),
  /** How often the provider's own client tries again. */
  binary: z.number(),
  calls: z.number(),
  rateLimited: z.number(),
  backoffMs: z.number(),
  maxWaitMs: z.number(),
  reserveTokens: z.number(),
});

export type AgentSettings = z.infer<typeof agentSchema>;
