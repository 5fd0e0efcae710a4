/**
 * Runs the one auto-fix of a session and its second gate (W-111 to W-124, WO-23).
 *
 *   I1. `attempted` is true exactly when the second gate was decided, by a person or automatically.
 *   I2. The auto-fix is offered only if it was never attempted and no proposal is open.
 *   I3. A session resumed with an open proposal asks about that proposal.
 *   I4. `stopped` restores no retries.
 */
import { patchFile } from '../../checkout/patch.ts';
import { agent } from '../../effects/agent.ts';
import { applyPatch, findFailingFiles, readPatch } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { fileText } from '../../text/text.ts';
import { taskCodes } from './codes.ts';
import { proposerModel } from './models.ts';
import { autoFixProposer } from './roles/auto-fix-proposer.ts';
import { type Autofix, changesPath, type Session, sessionState, specPath, verifyReportPath } from './session.ts';
import { checkoutWorkplace, step, taskFailed, toFailedOrInspecting, toStopped, verifyAgain } from './state.ts';

export const autofixSteps = [
  step({
    at: 'finding-files',
    to: ['proposing', 'failed'],
    needs: ({ job: { docsPath } }) => ({ found: act(findFailingFiles, { docsPath }) }),
    next: (state, { found }) =>
      found.ok ? { ...sessionState(state), at: 'proposing', files: found.value.files } : taskFailed(found.failure),
  }),
  step({
    at: 'proposing',
    to: ['reading-patch', 'inspecting', 'failed'],
    needs: (state) => ({ said: callProposer(state) }),
    // A failed call ends the run like any other; the auto-fix stays available after a resume (W-112).
    next: (state, { said }) =>
      said.ok
        ? { ...sessionState(state), at: 'reading-patch', confidence: said.value.confidence }
        : toFailedOrInspecting(state, said.failure, 'verify_done'),
  }),
  step({
    at: 'reading-patch',
    to: ['autofix-gate', 'verify-gate', 'failed'],
    needs: () => ({ found: act(readPatch, { path: patchFile }) }),
    next: (state, { found }) => {
      if (!found.ok) return taskFailed(found.failure);
      const { confidence } = state;
      return found.value.is === 'patch'
        ? { ...sessionState(state), at: 'autofix-gate', confidence, summary: found.value.summary }
        : toVerifyGate(state, 'rejected'); // W-117, WO-23
    },
  }),
  step({
    at: 'autofix-gate',
    to: ['applying', 'verify-gate', 'halted'],
    needs: ({ confidence, summary, model }) => ({
      answer: ask(
        taskCodes,
        'auto-fix',
        { confidence, summary, model: proposerModel(model) },
        { evidence: [fileText(patchFile)] },
      ),
    }),
    next: (state, { answer }) => {
      if (answer.choice === 'Apply patch') return { ...sessionState(state), at: 'applying' };
      return answer.choice === 'Stop'
        ? toStopped(withDecision(state, 'rejected'), 'verify') // WO-23
        : toVerifyGate(state, 'rejected');
    },
  }),
  step({
    at: 'applying',
    to: ['surveying', 'verify-gate', 'failed'],
    needs: ({ job: { scope, hasGit }, foreign }) => ({
      applied: act(applyPatch, { path: patchFile, scope, foreign, hasGit }),
    }),
    next: (state, { applied }) => {
      if (!applied.ok) return taskFailed(applied.failure);
      return applied.value.is === 'applied'
        ? verifyAgain(withDecision(state, 'applied'))
        : toVerifyGate(state, 'rejected');
    },
  }),
] as const;

const withDecision = (s: Session, is: Autofix): Session => ({ ...sessionState(s), autofix: is, attempted: true });
/** Returns to the first gate. `failure` is empty: the report has the findings, and progress reported the patch. */
const toVerifyGate = (s: Session, is: Autofix) => ({ ...withDecision(s, is), at: 'verify-gate', failure: '' }) as const;

/** W-113: paths, not contents. */
const callProposer = (s: Session & { readonly files: readonly string[] }) =>
  agent(
    autoFixProposer,
    checkoutWorkplace,
    {
      spec_path: specPath(s),
      changes_md_path: changesPath(s),
      verify_report_path: verifyReportPath(s),
      failing_files_list: s.files.join('\n'),
      output_path: patchFile,
    },
    { model: proposerModel(s.model) },
  );
