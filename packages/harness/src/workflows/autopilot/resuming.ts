/** The line about a session that continues, with the plan that was found for its phase. */
import { refusalOf } from '@harness/core/failure/refusal';
import type { SessionDocument } from '@harness/core/sessions/session-document';
import { sentencesOf } from '@harness/core/workflow';
import { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import { sessionView } from '@harness/core/workflows/autopilot/view';
import { autopilotWorkflow } from '@harness/core/workflows/autopilot/workflow';
import { findPlanPath } from '@harness/effects/autopilot/find-plan';
import { headBranch } from '@harness/effects/checkout/branch';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Output } from '../../render/screen.ts';

export async function resumingLine(
  root: string,
  slug: string,
  document: SessionDocument,
  language: string | undefined,
): Promise<string> {
  const { currentState: state, currentPhase, phases, specPath } = document;
  const { name = '', planPath = null } = phases[currentPhase] ?? {};
  const n = currentPhase + 1;
  const plan = planPath ?? (await findPlanPath(root, { slug, specPath, phase: { n, name } }));
  const params = { state, n, name, ...(plan === null ? {} : { plan }) };
  return `${sentencesOf(autopilotWorkflow, language)['autopilot.resuming'](params)}\n`;
}

/** Before a stored session continues. It commits on its own branch only. */
export async function tellResuming({
  root,
  store,
  run,
  output,
}: {
  readonly root: string;
  readonly store: JsonlStore;
  readonly run: string;
  readonly output: Output;
}): Promise<void> {
  const [own, ...children] = await readRunTree(store, run);
  const view = own && sessionView([own, ...children]);
  if (!view) return;
  if ((await headBranch(root)) !== view.branch)
    throw refusalOf(autopilotCodes, 'autopilot.other-branch', { branch: view.branch });
  output.tell(await resumingLine(root, view.job.settings.slug, view.document, output.language));
}
