/**
 * Copies the state of a mission after each decision that does not end it, and deletes old copies and logs (M-17, MO-04,
 * MO-26).
 */
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { State } from '@harness/core/machine/machine';
import { freeSnapshotName, outdatedSnapshots, snapshotName } from '@harness/core/mission/snapshot';
import { type LastDecision, newDecision } from '@harness/core/workflows/mission/last-decision';
import type { Mission } from '@harness/core/workflows/mission/state';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { createView, type ViewFile } from '../../run/view-file.ts';

/** Files in a snapshot, relative to the repository. Missing files are skipped. */
const copied = [
  '.harness/features.json',
  '.harness/validation-contract.md',
  '.harness/memory/summary.md',
  'harness.config.json',
];

export function createSnapshots(root: string): ViewFile {
  const missions = new Map<string, State>();
  const remember = (run: string, entry: Entry): LastDecision | null => {
    if (entry.type === 'started' && entry.machine === 'mission') missions.set(run, entry.state);
    const before = missions.get(run);
    if (entry.type !== 'moved' || !before) return null;
    missions.set(run, entry.state);
    return newDecision(before, entry.state);
  };
  return createView(remember, (run, entry, decided) => {
    if (decided === null || entry.type !== 'moved') return;
    const state = entry.state as Mission;
    if (!('job' in state) || state.at === 'draining') return;
    const { snapshots = 0, logs = 0 } = state.job.keep ?? {};
    if (snapshots > 0) takeSnapshot(root, snapshotName(entry.atMs, decided.iteration), snapshots);
    const working = 'lanes' in state ? state.lanes.map(({ child }) => String(child)) : [];
    if (logs > 0) pruneLogs(root, run, logs, working);
  });
}

function takeSnapshot(root: string, name: string, retention: number): void {
  const folder = join(root, '.harness/snapshots');
  createFolder(folder);
  const target = join(folder, freeSnapshotName(readdirSync(folder), name));
  createFolder(target);
  refuseUnwritableSync(folder, () => {
    for (const file of copied)
      if (existsSync(join(root, file))) copyFileSync(join(root, file), join(target, file.split('/').at(-1) ?? file));
    for (const old of outdatedSnapshots(readdirSync(folder), retention)) rmSync(join(folder, old), { recursive: true });
  });
}

/** Deletes old command output of ended lanes. Journals, answers, diffs and the logs of working lanes stay. */
function pruneLogs(root: string, run: string, retention: number, working: readonly string[]): void {
  const runs = join(root, '.harness/runs');
  refuseUnwritableSync(runs, () => {
    const logs = readdirSync(runs)
      .filter(
        (name) =>
          name.startsWith(`${run}.`) && !working.some((child) => name === child || name.startsWith(`${child}.`)),
      )
      .flatMap((name) => logsIn(join(runs, name, 'artifacts')));
    if (logs.length <= retention) return;
    const byAge = logs.map((path) => ({ path, atMs: statSync(path).mtimeMs })).sort((a, b) => a.atMs - b.atMs);
    for (const { path } of byAge.slice(0, byAge.length - retention)) rmSync(path, { force: true });
  });
}

const logsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map((name) => join(folder, name))
    : [];
