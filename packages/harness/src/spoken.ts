/** In which language a command speaks of a run: the one it was asked for, or the run's own (W-12). */
import type { Journal } from '@harness/core/views/calls';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { look } from './look.ts';

export function spokenIn(
  { entries: [first] }: Pick<Journal, 'entries'>,
  asked: string | undefined,
): string | undefined {
  const language = first?.type === 'started' ? first.settings['language'] : undefined;
  return asked ?? (typeof language === 'string' ? language : undefined);
}

export async function spokenOf(store: JsonlStore, run: string, asked: string | undefined): Promise<string | undefined> {
  const { family } = await look(store, rootOf(run));
  return spokenIn(family[0], asked);
}
