/** In which language a command speaks of a run: the one it was asked for, or the run's own (W-12). */
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { readRun } from '../runs/read-runs.ts';

export function languageOfJournal(
  { entries: [first] }: Pick<RunJournal, 'entries'>,
  asked: string | undefined,
): string | undefined {
  const language = first?.type === 'started' ? first.settings['language'] : undefined;
  return asked ?? (typeof language === 'string' ? language : undefined);
}

export async function languageOfRun(
  store: JsonlStore,
  run: string,
  asked: string | undefined,
): Promise<string | undefined> {
  const { family } = await readRun(store, rootOf(run));
  return languageOfJournal(family[0], asked);
}
