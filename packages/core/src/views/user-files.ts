/** Lists where a run keeps the user's own files, those that differed later, and the commands that restore them. */
import type * as z from 'zod';
import type { userFilesSchema as document } from '../documents/show.ts';
import { compareUserFiles, type KeptUserFiles, keepUserFiles, type TouchedUserFiles } from '../effects/checkout.ts';
import type { OperationInput } from '../effects/operation.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { Effect } from '../machine/machine.ts';
import { shellQuote } from '../text/shell-quote.ts';

export type UserFilesRow = Readonly<z.output<typeof document>>;

/** A continued session keeps no files again: its comparisons name those of the earlier run. */
export const listUserFiles = (family: readonly RunJournal[]): readonly UserFilesRow[] =>
  family.flatMap(({ run, entries }) => {
    const { asked, answered } = foldJournal(entries);
    const rows = new Map<string, UserFilesRow>();
    for (const [key, { effect }] of asked) {
      const outcome = answered.get(key);
      const row = outcome?.ok ? rowOf(run, effect, outcome.value) : undefined;
      if (row) rows.set(`${row.ref} ${row.copies}`, row);
    }
    return [...rows.values()];
  });

function rowOf(run: string, { kind, input }: Effect, value: unknown): UserFilesRow | undefined {
  const { op, args } = input as OperationInput;
  if (kind !== keepUserFiles.kind || (op !== keepUserFiles.op && op !== compareUserFiles.op)) return undefined;
  const isKeep = op === keepUserFiles.op;
  const { ref, copies } = isKeep ? (value as KeptUserFiles) : (args as { kept: KeptUserFiles }).kept;
  if (ref === null && copies === null) return undefined;
  const { files, count } = isKeep ? { files: [], count: 0 } : (value as TouchedUserFiles);
  return { run, ref, copies, restore: restoreCommands(ref, copies), touched: files, touchedCount: count };
}

/** For one file each: the whole ref would also undo the work of the run. */
const restoreCommands = (ref: string | null, copies: string | null): readonly string[] => [
  ...(ref === null ? [] : [`git restore --source=${ref} -- FILE`]),
  ...(copies === null ? [] : [`cp -df -- ${shellQuote(copies)}/FILE FILE`]),
];
