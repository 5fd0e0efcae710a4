/** `harness mission [SPEC.md]`: builds the features of a spec in lanes and merges them. */

import { resolve } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { slug } from '@harness/core/text/slug';
import type { RunRow } from '@harness/core/views/run';
import { sentencesOf } from '@harness/core/workflow';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import type { MissionJob } from '@harness/core/workflows/mission/machine';
import { missionWorkflow } from '@harness/core/workflows/mission/workflow';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { run as resume } from '../../cli/resume.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { requireForgeFor } from '../../repository/require-forge.ts';
import { isResumable, readFailedSteps } from '../../run/failed-run.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { findUnfinishedRun, listRunRows } from '../../runs/read-runs.ts';
import { requireCheckpointsGranted } from './checkpoints.ts';
import { readEditedPlan } from './edited-plan.ts';
import { resolveReview } from './plan-review.ts';
import {
  missionJob,
  requireCleanMission,
  requireSupported,
  resolveBase,
  resolveCheckout,
  resolveMissionSpec,
} from './setup.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options, output: rawOutput } = invocation;
  const [given] = args;
  const root = await requireWorkableRoot(resolveRepo(options));
  const earlier = await findUnfinished(root, given);
  if (earlier !== null) return goOn(earlier, invocation);
  await requireCheckpointsGranted(root, openStore(root));
  const setup = await loadSetup(options, root);
  const { config } = setup;
  requireSupported(config);
  const spec = resolveMissionSpec(root, given, rawOutput.language ?? config.language);
  const task = spec.text.slice(0, 2_000);
  const context = resolveRunSettings(setup, invocation, { workflow: 'mission', task });
  if (options['allowDirty'] !== true) await requireCleanMission(root, spec.path);
  const input = {
    ...missionJob(root, spec.path, await resolveBase(root, config), config),
    ...(await resolveCheckout(root, config)),
    ...(await resolveReview(root, openStore(root))),
  };
  await requireForgeFor({ ...context, machine: 'mission', input });
  const run = newRunId(slug(`mission ${spec.path.replace(/\.\w+$/, '')}`));
  return withClaim(root, 'mission', async (claim) => {
    const other = await findUnfinished(root, given); // another process may have started it
    if (other === null) return startRun({ ...context, claim, machine: 'mission', run, title: spec.path, input });
    await claim.release();
    return goOn(other, invocation);
  });
}

function goOn(run: string, invocation: Invocation): Promise<number> {
  const { output } = invocation;
  output.tell(`${sentencesOf(missionWorkflow, output.language).goingOn({ run })}\n`);
  return resume({ ...invocation, args: [run] });
}

/** The newest mission, if it failed after its work was done and its plan is unchanged. */
async function findFailed(root: string, store: JsonlStore): Promise<RunRow | undefined> {
  const newest = (await listRunRows(store, { children: false })).find(({ workflow }) => workflow === 'mission');
  if (newest === undefined || !(await isResumable(store, newest))) return undefined;
  const { entries } = await readStoredRun(store, newest.id);
  const [{ state } = { state: { at: '' } }] = await readFailedSteps(store, newest.id);
  return Object.keys(readEditedPlan(root, entries, state)).length > 0 ? undefined : newest;
}

/** Finds the mission to resume (Md-02). Only one may be unfinished: all features are in one file. */
async function findUnfinished(root: string, given: string | undefined): Promise<string | null> {
  const store = openStore(root);
  const open = (await findUnfinishedRun(store, 'mission')) ?? (await findFailed(root, store));
  if (open === undefined) return null;
  const [first] = (await readStoredRun(store, open.id)).entries;
  const spec = first?.type === 'started' ? (first.input as MissionJob).spec : '';
  const isSameSpec = given === undefined || [resolve(given), resolve(root, given)].includes(resolve(root, spec));
  if (!isSameSpec) throw refusalOf(missionCodes, 'mission.unfinished', { run: open.id, spec });
  return open.id;
}
