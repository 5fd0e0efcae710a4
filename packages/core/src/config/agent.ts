/** Settings `agent` and `roles`: provider, limits, retries, and overrides per role. */
import * as z from 'zod';
import { defaultProvider } from '../providers/list.ts';
import { factsOf, providerNames } from '../providers/providers.ts';
import { type RoleId, roleIds } from '../role/role-ids.ts';
import { count, number, oneOf, section, text, url, usd } from './field.ts';
import { providerFields } from './provider-settings.ts';

export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const limits = {
  wallMs: count('Maximum duration of one call, in milliseconds.'),
  idleMs: count('Maximum time without activity before an agent is stopped, in milliseconds.'),
  turns: count('Maximum turns per call; no limit by default.'),
  usd: usd('Maximum cost of one call in dollars; no limit by default.'),
};

const retry = {
  binary: number('Retries by the provider’s own client.'),
  calls: number('Retries of a call after a timeout, a crash, a network error or a provider outage.'),
  rateLimited: number('Retries of a call after a rate limit.'),
  backoffMs: number('Wait before the first retry, in milliseconds; doubled each time.'),
  maxWaitMs: number(
    'Longest wait for a rate limit, in milliseconds; if the provider asks for more, the run is parked.',
  ),
};

const abouts = providerNames.map((name) => `\`${name}\` is ${factsOf(name).about}`).join(', ');

const fields = {
  provider: oneOf(providerNames, `The provider of the agents: ${abouts}.`),
  ...providerFields,
  model: text('The model; by default the provider’s default model.'),
  program: text(
    'The program of `claude` or `codex`: an absolute path, or a name on PATH. By default the one on PATH, then that of an installed package.',
  ),
  baseUrl: url('The URL of the model endpoint, without a key.', 'https', 'http'),
  reasoningEffort: oneOf(efforts, 'The reasoning effort of the model, if the provider supports it.'),
  maxReviewPasses: count('Maximum passes of review and repair per plan.'),
  reserveTokens: number('Tokens that the first call of a role reserves; later calls reserve the average so far.'),
};

export const agentSection = section(
  {
    provider: fields.provider.default(defaultProvider),
    ...z.object(providerFields).partial().shape,
    model: fields.model.optional(),
    program: fields.program.optional(),
    baseUrl: fields.baseUrl.optional(),
    reasoningEffort: fields.reasoningEffort.optional(),
    maxReviewPasses: fields.maxReviewPasses.default(5),
    reserveTokens: fields.reserveTokens.default(20_000),
    limits: section(
      {
        wallMs: limits.wallMs.default(60 * 60_000),
        idleMs: limits.idleMs.default(5 * 60_000),
        turns: limits.turns.optional(),
        usd: limits.usd.optional(),
      },
      'Limits that stop a call.',
    ).prefault({}),
    retry: section(
      {
        binary: retry.binary.default(2),
        calls: retry.calls.default(1),
        rateLimited: retry.rateLimited.default(3),
        backoffMs: retry.backoffMs.default(1_000),
        maxWaitMs: retry.maxWaitMs.default(15 * 60_000),
      },
      'Retries of failed calls.',
    ).prefault({}),
  },
  'The provider of the agents, with its model, limits and retries.',
).prefault({});

const override = z
  .strictObject(fields)
  .partial()
  .extend({
    limits: z.strictObject(limits).partial().describe('Limits that stop a call of this role.').optional(),
    retry: z.strictObject(retry).partial().describe('Retries of failed calls of this role.').optional(),
  });

export const rolesSection = z
  .partialRecord(z.enum(roleIds as readonly RoleId[]), override)
  .describe('Settings of `agent` that differ for one role, by role id.')
  .default({});
