/** English texts of `--dry-run`. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';
import type { Messages } from '../messages.ts';

const tokens = (n: number) => formatNumber(n);
const range = (least: number, most: number, of: (n: number) => string) =>
  least === most ? of(least) : `${of(least)} to ${of(most)}`;
/** Three decimals for amounts below 10 cents. */
const usd = (n: number) => (n > 0 && n < 0.001 ? '< $0.001' : `$${n.toFixed(n < 0.1 ? 3 : 2)}`);
const minutes = (ms: number) => (ms >= 60_000 ? `${formatNumber(ms / 60_000)} min` : `${ms / 1_000} s`);

export const outlook: Messages['outlook'] = {
  unknown: ({ until }) => `«unknown until ${until === 'checks' ? 'the checks have run' : `${until} has answered`}»`,
  frozen: ({ file }) => `Frozen: no new work starts while ${file} exists.`,
  nothingDone: ({ workflow }) => `Dry run of ${workflow}: no agent is called and no file is written.`,
  obstacles: () => 'Problems that would stop the run',
  assumed: () => 'Questions to a person, with the assumed answer',
  checks: () => 'Checks, in this order',
  calls: () => 'Agent calls',
  setback: () => 'Agent calls only if work is sent back',
  stable: () => 'the same in every call',
  prompt: () => 'prompt',
  total: () => 'Total: from the shortest way up to the limits',
  repository: ({ path }) => `repository: ${path}`,
  branch: ({ branch, base }) => `branch: ${branch}${base ? `, from ${base}` : ''}`,
  noBranch: () => 'branch: none (not a git repository)',
  cap: ({ limit, of }) => `limit: ${limit} of ${/usd$/i.test(limit) ? formatUsd(of) : `${tokens(of)} tokens`}`,
  noCap: () => 'limit: no cap is set',
  check: ({ command, from, timeoutMs }) => `${command} (${from}; at most ${minutes(timeoutMs)})`,
  ownModel: ({ provider }) => `${provider}, its default model`,
  limits: ({ wallMs, idleMs, turns, usd: most }) =>
    [
      `at most ${minutes(wallMs)}, at most ${minutes(idleMs)} without activity`,
      ...(turns === undefined ? [] : [`${turns} turns`]),
      ...(most === undefined ? [] : [formatUsd(most)]),
    ].join(', '),
  times: ({ least, most }) => (least === 0 ? `up to ${most} times` : `${range(least, most, String)} times`),
  once: ({ least }) => (least === 0 ? 'at most once' : 'once'),
  asBefore: ({ n }) => `the same in every call: see ${n}`,
  tokens: ({ input, reserved }) => `about ${tokens(input)} tokens sent, ${tokens(reserved)} reserved`,
  cost: ({ least, most }) => `about ${range(least, most, usd)} per call`,
  noPrice: ({ model }) =>
    model ? `cost unknown: no price is known for ${model}` : 'cost unknown: no model is set (--model)',
  rehearsed: () => 'a rehearsal: no cost',
  totalCalls: ({ least, most }) => `${range(least, most, String)} calls`,
  totalTokens: ({ least, most, reservedLeast, reservedMost }) =>
    `${range(least, most, tokens)} tokens sent, ${range(reservedLeast, reservedMost, tokens)} reserved`,
  totalCost: ({ least, most }) => `about ${range(least, most, usd)}`,
  flag: () => 'from a flag',
  config: () => 'from the configuration',
  detected: () => 'detected',
  guess: () =>
    'This is an estimate: four bytes sent count as one token. Provider tools, and the text that an agent reads and writes while it works, are not counted; the budget reserves tokens for them. The higher cost assumes that the model writes all tokens that are reserved and not sent.',
};
