/** A process that claims, comments and finishes local issues, for tests. `node --import tsx <this file> <root> <run> <count> <isRetry>` */
import { join } from 'node:path';
import { act } from '@harness/core/effects/operation';
import { type ClaimedIssue, trackerOperations as ops } from '@harness/core/effects/tracker';
import type { Effect } from '@harness/core/machine/machine';
import { trackerPerformer } from '@harness/effects/tracker/performer';
import { openTrackerOf } from '../repository/open-tracker.ts';
import { openStore } from '../runs/folder.ts';

const [root = '', run = '', count = '0', isRetry] = process.argv.slice(2);
const team = { project: 'app', team: 'MB90', label: 'ready' };
const scope = { kind: 'local', ...team, inProgressStatus: 'In Progress', doneStatus: 'Done' } as const;
const performer = trackerPerformer({
  tracker: (kind) => openTrackerOf({ root, store: openStore(root) }, kind),
  runFolder: (name) => join(root, '.harness/runs', name),
});

async function perform<Value>(effect: Effect<Value>, key: string): Promise<Value> {
  const { outcome } = await performer.perform(effect.input, {
    run,
    key,
    interrupted: isRetry === 'true',
    earlier: undefined,
    signal: new AbortController().signal,
    allowances: () => [],
    note: async () => {},
    report: () => {},
  });
  process.stdout.write(`${key}\n`);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value as Value;
}

for (let n = 1; n <= Number(count); n++) {
  const issue = `APP-${n}`;
  const claimed: ClaimedIssue = await perform(act(ops.claimIssue, { scope, issue, comment: 'mine' }), `${n}/claim`);
  if (claimed.is !== 'claimed') continue;
  await perform(act(ops.commentIssue, { scope, issue, body: 'Files changed: 1' }), `${n}/comment`);
  await perform(act(ops.finishIssue, { scope, issue }), `${n}/finish`);
}
