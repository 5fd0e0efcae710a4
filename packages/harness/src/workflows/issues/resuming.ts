/** Prepares a stored loop to continue: it commits on its own branch only, and someone else may answer its questions now. */
import { refusalOf } from '@harness/core/failure/refusal';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Changes } from '@harness/core/machine/machine';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { lastStep } from '@harness/core/workflows/issues/view';
import { headBranch } from '@harness/effects/checkout/branch';
import { readRunTree } from '@harness/engine/run-tree';
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
  return { attended: await findAttendance(readSettings({ ...settings, ...flags }), output) };
}
