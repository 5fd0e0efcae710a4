/** `harness runs`: lists the runs of this repository, newest first. */
import type { RunRow } from '@harness/core/views/run';
import { formatCost, formatTokens } from '../render/amounts.ts';
import { firstLineOf, truncateToColumns } from '../render/printable.ts';
import { type Output, printResult } from '../render/screen.ts';
import { openRepository } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

/** The parts of an invocation that it needs; the fast path has no others. */
interface RunsInvocation extends Pick<Invocation, 'options'> {
  readonly output: Pick<Output, 'json' | 'say' | 'typed'>;
}

export async function run({ options, output }: RunsInvocation): Promise<number> {
  const runs = await listRunRows(openRepository(options).store, { children: options['all'] === true });
  const start = () => output.typed('harness converge "<what you want>" --script <file>');
  const rows = () => runs.map((row) => `${runLine(row)}\n`).join('');
  return printResult(output, { runs }, () => rows() || `No run in this repository yet.\n  try: ${start()}\n`);
}

export const runLine = (row: RunRow): string => {
  const { id, status, state, startedAt, title } = row;
  const began = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)}`;
  const spent = `${formatTokens(row.tokens)}  ${formatCost(row)}`;
  return `${id.padEnd(28)}  ${status.padEnd(8)}  ${state.padEnd(12)}  ${began}  ${spent}  ${truncateToColumns(firstLineOf(title), 60)}`;
};
