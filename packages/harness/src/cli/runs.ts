/** `harness runs`: every run in this repository, newest first. */
import type { RunRow } from '@harness/core/views/run';
import { storeOf } from '../folder.ts';
import { rows } from '../look.ts';
import { dollars, tokens } from '../render/amounts.ts';
import { firstLineOf, fit } from '../render/printable.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const found = await rows(storeOf(rootAround(repoOf(options))), { children: options['all'] === true });
  if (output.json) output.say(`${JSON.stringify({ version: 1, runs: found })}\n`);
  else if (found.length === 0)
    output.say(`No run here yet.\n  try: ${output.typed('harness converge "<what you want>" --script <file>')}\n`);
  else output.say(found.map((row) => `${runLine(row)}\n`).join(''));
  return 0;
}

export const runLine = ({ id, status, state, startedAt, tokens: usage, costUsd, title }: RunRow): string =>
  [
    id.padEnd(28),
    status.padEnd(8),
    state.padEnd(12),
    startedAt.slice(0, 16).replace('T', ' '),
    tokens(usage),
    dollars(costUsd),
    fit(firstLineOf(title), 60),
  ].join('  ');
