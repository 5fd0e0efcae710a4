/** Notes the result of the sandbox canary in the journal before the first effect: once, and again if it changes. */

import type { Entry, NewEntry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { rootOf } from '@harness/engine/store/store';

export function sandboxNoteFor(sandbox: Sandbox | undefined, journals: readonly RunJournal[]) {
  if (!sandbox) return () => [];
  const params = { ...sandbox.canary };
  const text = JSON.stringify(params);
  const noted = new Set(journals.filter(({ entries }) => lastIn(entries) === text).map(({ run }) => run));
  return (run: string): readonly NewEntry[] => {
    if (noted.has(run) || rootOf(run) !== run) return []; // children use the sandbox of their root
    noted.add(run);
    return [{ type: 'noted', code: 'sandbox.canary', params }];
  };
}

function lastIn(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast((entry) => entry.type === 'noted' && entry.code === 'sandbox.canary');
  return last?.type === 'noted' ? JSON.stringify(last.params) : undefined;
}
