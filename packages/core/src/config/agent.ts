/** Settings `agent` and `roles`: provider, limits, retries, and overrides per role. */
import * as z from 'zod';
import { defaultProvider } from '../providers/list.ts';
import { factsOf, providerNames } from '../providers/providers.ts';
import { type RoleId, roleIds } from '../role/role-ids.ts';
import { count, number, oneOf, section, text, url, usd } from './field.ts';
import { providerFields } from './provider-settings.ts';

export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const limits = {
  wallMs: count('How long one call may take, in milliseconds.'),
  idleMs: count('How long an agent may be silent before it is ended, in milliseconds.'),
  turns: count('How many turns one call may take; no limit by default.'),
  usd: usd('What one call may cost in dollars; no limit by default.'),
};

const retry = {
  binary: number('How often the provider’s own client tries again.'),
  calls: number('How often a call is repeated that timed out, crashed, or met a network or provider in trouble.'),
  rateLimited: number('How often a call is repeated that was rate limited.'),
  backoffMs: number('How long to wait before the first repetition, in milliseconds; doubled each time.'),
  maxWaitMs: number('The longest wait for a rate limit, in milliseconds; when it is longer, the run is parked.'),
};

const abouts = providerNames.map((name) => `\`${name}\` is ${factsOf(name).about}`).join(', ');

const fields = {
  provider: oneOf(providerNames, `Whose agent does the work: ${abouts}.`),
  ...providerFields,
  model: text('The model; the provider’s own default when it is not set.'),
  baseUrl: url('The endpoint of the model, without a key in it.', 'https', 'http'),
  reasoningEffort: oneOf(efforts, 'How hard the model thinks, where the provider knows such a thing.'),
  maxReviewPasses: count('How many passes of review and repair a plan may take.'),
  reserveTokens: number('How many tokens the first call of a role reserves; later ones reserve the average so far.'),
};

export const agent = section(
  {
    provider: fields.provider.default(defaultProvider),
    ...z.object(providerFields).partial().shape,
    model: fields.model.optional(),
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
      'What ends a call that does not end by itself.',
    ).prefault({}),
    retry: section(
      {
        binary: retry.binary.default(2),
        calls: retry.calls.default(1),
        rateLimited: retry.rateLimited.default(3),
        backoffMs: retry.backoffMs.default(1_000),
        maxWaitMs: retry.maxWaitMs.default(15 * 60_000),
      },
      'What is tried again, and how often.',
    ).prefault({}),
  },
  'Which agent works, and how long it may.',
).prefault({});

const override = z
  .strictObject(fields)
  .partial()
  .extend({
    limits: z.strictObject(limits).partial().describe('What ends a call of this role.').optional(),
    retry: z.strictObject(retry).partial().describe('What is tried again for this role.').optional(),
  });

export const roles = z
  .partialRecord(z.enum(roleIds as readonly RoleId[]), override)
  .describe('What one role does differently, by its id: anything of `agent`.')
  .default({});
