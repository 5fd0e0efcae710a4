/** `harness runs`: lists the runs of this repository, newest first. */
import type { RunRow } from '@harness/core/views/run';
import { formatCost, formatTokens } from '../render/amounts.ts';
import { firstLineOf, truncateToColumns } from '../render/printable.ts';
import type { Output } from '../render/screen.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

/** The parts of an invocation that it needs; the fast path has no others. */
interface RunsInvocation extends Pick<Invocation, 'options'> {
  readonly output: Pick<Output, 'json' | 'say' | 'typed'>;
}

export async function run({ options, output }: RunsInvocation): Promise<number> {
  const found = await listRunRows(openStore(findRepositoryRoot(resolveRepo(options))), {
    children: options['all'] === true,
  });
  if (output.json) output.say(`${JSON.stringify({ version: 1, runs: found })}\n`);
  else if (found.length === 0)
    output.say(
      `No run in this repository yet.\n  try: ${output.typed('harness converge "<what you want>" --script <file>')}\n`,
    );
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
  const spent = `${formatTokens(usage)}  ${formatCost({ costUsd, rehearsedUsd })}`;
  return `${id.padEnd(28)}  ${status.padEnd(8)}  ${state.padEnd(12)}  ${began}  ${spent}  ${truncateToColumns(firstLineOf(title), 60)}`;
};
