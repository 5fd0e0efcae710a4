/** What `--dry-run` tells, in English. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';
import type { Messages } from '../messages.ts';

const tokens = (n: number) => formatNumber(n);
const range = (least: number, most: number, of: (n: number) => string) =>
  least === most ? of(least) : `${of(least)} to ${of(most)}`;
/** Finer than cents only where cents would say nothing. */
const usd = (n: number) => (n > 0 && n < 0.001 ? '< $0.001' : `$${n.toFixed(n < 0.1 ? 3 : 2)}`);
const minutes = (ms: number) => (ms >= 60_000 ? `${formatNumber(ms / 60_000)} min` : `${ms / 1_000} s`);

export const outlook: Messages['outlook'] = {
  unknown: ({ until }) => `«not known before ${until === 'checks' ? 'the checks have run' : `${until} has answered`}»`,
  frozen: ({ file }) => `Work is frozen: while ${file} is there, nothing new is begun.`,
  nothingDone: ({ workflow }) => `Dry run of ${workflow}: nothing is asked, started or written.`,
  obstacles: () => 'In the way',
  assumed: () => 'A person would be asked; taken for the answer',
  checks: () => 'Checks, in this order',
  calls: () => 'Who would be asked',
  setback: () => 'Who would be asked only after a setback',
  stable: () => 'the same in every call',
  prompt: () => 'prompt',
  total: () => 'Altogether, from a way without a setback to the limits',
  repository: ({ path }) => `repository: ${path}`,
  branch: ({ branch, base }) => `branch: ${branch}${base ? `, from ${base}` : ''}`,
  noBranch: () => 'branch: none, there is no git here',
  cap: ({ limit, of }) => `limit: ${limit} of ${/usd$/i.test(limit) ? formatUsd(of) : `${tokens(of)} tokens`}`,
  noCap: () => 'limit: no cap is set',
  check: ({ command, from, timeoutMs }) => `${command} (${from}; at most ${minutes(timeoutMs)})`,
  ownModel: ({ provider }) => `${provider}, its own default model`,
  limits: ({ wallMs, idleMs, turns, usd: most }) =>
    [
      `${minutes(wallMs)} at most, ${minutes(idleMs)} of silence`,
      ...(turns === undefined ? [] : [`${turns} turns`]),
      ...(most === undefined ? [] : [formatUsd(most)]),
    ].join(', '),
  times: ({ least, most }) => (least === 0 ? `up to ${most} times` : `${range(least, most, String)} times`),
  once: ({ least }) => (least === 0 ? 'at most once' : 'once'),
  asBefore: ({ n }) => `the same in every call: as in ${n}`,
  tokens: ({ input, reserved }) => `about ${tokens(input)} tokens sent, ${tokens(reserved)} reserved`,
  cost: ({ least, most }) => `about ${range(least, most, usd)} a call`,
  noPrice: ({ model }) =>
    model ? `cost unknown: no list has a price for ${model}` : 'cost unknown: no model is named (--model)',
  rehearsed: () => 'a rehearsal: nothing is spent',
  totalCalls: ({ least, most }) => `${range(least, most, String)} calls`,
  totalTokens: ({ least, most, reservedLeast, reservedMost }) =>
    `${range(least, most, tokens)} tokens sent, ${range(reservedLeast, reservedMost, tokens)} reserved`,
  totalCost: ({ least, most }) => `about ${range(least, most, usd)}`,
  flag: () => 'from a flag',
  config: () => 'from the configuration',
  detected: () => 'detected',
  guess: () =>
    'A guess: four bytes of what we send are a token. The tools of the provider, and what an agent reads and writes while it works, come on top; the budget reserves for that. The larger cost prices all that is reserved and not sent as written by the model.',
};
