/** Deletes the sessions that providers stored in order to resume them; called when a run has ended. */
import { removePrivateFolder } from '@harness/effects/agent/private-folder';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

export async function deleteProviderSessions(store: JsonlStore, run: string): Promise<void> {
  for (const member of await store.members(rootOf(run))) await removePrivateFolder(store.folder(member));
}
