/** The language in which a command prints a run: the one requested for, or that of the run (W-12). */
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { readRun } from '../runs/read-runs.ts';

export function languageOfJournal(
  { entries: [first] }: Pick<RunJournal, 'entries'>,
  requested: string | undefined,
): string | undefined {
  const language = first?.type === 'started' ? first.settings['language'] : undefined;
  return requested ?? (typeof language === 'string' ? language : undefined);
}

export async function languageOfRun(
  store: JsonlStore,
  run: string,
  requested: string | undefined,
): Promise<string | undefined> {
  const { family } = await readRun(store, rootOf(run));
  return languageOfJournal(family[0], requested);
}
