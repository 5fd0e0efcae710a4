/** Prepares a stored loop to continue: it commits on its own branch only, and someone else may answer its questions now. */
import { refusalOf } from '@harness/core/failure/refusal';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Changes } from '@harness/core/machine/machine';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import type { IssuesJob } from '@harness/core/workflows/issues/state';
import { lastStep } from '@harness/core/workflows/issues/view';
import { headBranch } from '@harness/effects/checkout/branch';
import { readRunTree, readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Output } from '../../render/screen.ts';
import { parseAgentFlags } from '../../settings/agent-flags.ts';
import { overrideSettings, readSettings } from '../../settings/settings.ts';
import { findAttendance } from './attendance.ts';

export async function requireOwnBranch({
  root,
  store,
  run,
}: {
  readonly root: string;
  readonly store: JsonlStore;
  readonly run: string;
}): Promise<void> {
  const [own, ...children] = await readRunTree(store, run);
  const step = own && lastStep([own, ...children]);
  if (!step) return;
  const { branch } = step.settings;
  if ((await headBranch(root)) !== branch) throw refusalOf(issuesCodes, 'issues.other-branch', { branch });
}

/** The scope of a loop is fixed: flags that name another one are refused, never ignored. */
export async function requireSameScope(
  store: JsonlStore,
  run: string,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [first] = (await readStoredRun(store, run)).entries;
  if (first?.type !== 'started') return;
  const { scope } = (first.input as IssuesJob).settings;
  const { kind: tracker, project, label, team } = scope;
  const stored = { tracker, project, label, team };
  const isOther = Object.entries(stored).some(
    ([name, value]) => options[name] !== undefined && options[name] !== value,
  );
  if (isOther) throw refusalOf(issuesCodes, 'issues.other-loop', { run, tracker, project, label });
}

/** The settings of the run, with the flags of this resume. */
export async function readAttendance({
  entries,
  options,
  output,
}: {
  readonly entries: readonly Entry[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Output;
}): Promise<Changes> {
  const { settings } = foldJournal(entries);
  const flags = overrideSettings(settings, parseAgentFlags(options));
  const attended = await findAttendance(readSettings({ ...settings, ...flags }), output);
  const max = options['max'];
  return { attended, ...(typeof max === 'number' ? { max } : {}) };
}
