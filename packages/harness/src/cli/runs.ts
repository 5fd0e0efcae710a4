/** `harness runs`: every run in this repository, newest first. */
import type { RunRow } from '@harness/core/views/run';
import { storeOf } from '../folder.ts';
import { rows } from '../look.ts';
import { cost, tokens } from '../render/amounts.ts';
import { firstLineOf, fit } from '../render/printable.ts';
import type { Output } from '../render/screen.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

/** All that it needs of an invocation. */
interface Look extends Pick<Invocation, 'options'> {
  readonly output: Pick<Output, 'json' | 'say' | 'typed'>;
}

export async function run({ options, output }: Look): Promise<number> {
  const found = await rows(storeOf(rootAround(repoOf(options))), { children: options['all'] === true });
  if (output.json) output.say(`${JSON.stringify({ version: 1, runs: found })}\n`);
  else if (found.length === 0)
    output.say(`No run here yet.\n  try: ${output.typed('harness converge "<what you want>" --script <file>')}\n`);
  else output.say(found.map((row) => `${runLine(row)}\n`).join(''));
  return 0;
}

export const runLine = ({
  id,
  status,
  state,
  startedAt,
  tokens: usage,
  costUsd,
  rehearsedUsd,
  title,
}: RunRow): string => {
  const began = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)}`;
  const spent = `${tokens(usage)}  ${cost({ costUsd, rehearsedUsd })}`;
  return `${id.padEnd(28)}  ${status.padEnd(8)}  ${state.padEnd(12)}  ${began}  ${spent}  ${fit(firstLineOf(title), 60)}`;
};
