/** Ends a run that nobody owns, in this process: it gives back what it holds, and its journal says so. */
import { drive } from '@harness/engine/drive';
import { family, find } from '@harness/engine/family';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Observed } from '@harness/engine/world';
import { compose } from './compose.ts';
import { forgetConversations } from './conversations.ts';
import { plainScreen } from './render/plain.ts';
import type { Output } from './render/screen.ts';
import { readSettings } from './settings.ts';

export async function stopHere(root: string, store: JsonlStore, run: string, output: Output): Promise<void> {
  const owner = await store.own(run, { takeOver: false });
  try {
    const { log } = await find(store, run);
    const screen = plainScreen(output);
    const settings = readSettings(log.settings);
    const journals = await family(store, run);
    const observe = (seen: Observed) => screen.see(seen);
    const world = compose({ root, store, owner, settings, journals, attended: () => false, observe });
    await drive(run, world, new AbortController().signal);
    await forgetConversations(store, run);
  } finally {
    await owner.release();
  }
}
