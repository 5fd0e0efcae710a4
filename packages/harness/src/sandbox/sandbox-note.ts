/** What stands in the journal of a run before anything is asked for: whether its sandbox held. Once, unless it is otherwise now. */

import type { Entry, NewEntry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { rootOf } from '@harness/engine/store/store';

export function sandboxNoteFor(sandbox: Sandbox | undefined, journals: readonly RunJournal[]) {
  if (!sandbox) return () => [];
  const params = { ...sandbox.canary };
  const said = JSON.stringify(params);
  const told = new Set(journals.filter(({ entries }) => lastIn(entries) === said).map(({ run }) => run));
  return (run: string): readonly NewEntry[] => {
    if (told.has(run) || rootOf(run) !== run) return []; // children are boxed as their root is
    told.add(run);
    return [{ type: 'noted', code: 'sandbox.canary', params }];
  };
}

function lastIn(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast((entry) => entry.type === 'noted' && entry.code === 'sandbox.canary');
  return last?.type === 'noted' ? JSON.stringify(last.params) : undefined;
}
