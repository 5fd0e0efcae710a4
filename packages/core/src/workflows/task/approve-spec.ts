/** Step 3: a person reads the spec, changes it or has it changed, and confirms it (W-97). */
import { agent } from '../../effects/agent.ts';
import { compareDocument, type DocumentComparison } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { Effect } from '../../machine/machine.ts';
import { fileText } from '../../text/text.ts';
import { taskCodes } from './codes.ts';
import { asAdvisor, planningInput } from './plan.ts';
import { withConfirmedSpec } from './proof-record.ts';
import { plannerSingle } from './roles/planner-single.ts';
import { type Session, sessionState, specPath } from './session.ts';
import { checkoutWorkplace, type SpecReview, step, type Task, taskFailed, toGenerate, toStopped } from './state.ts';

type Approving = Extract<Task, { at: 'approving' }>;

export const approveSpecSteps = [
  step({
    at: 'approving',
    to: ['comparing', 'accepting', 'freezing', 'drafting', 'implementing', 'approving', 'halted'],
    needs: (state) => ({ answer: askAboutSpec(state), ...shownSpec(state) }),
    next: (state, { answer: { choice, note }, shown }) => {
      if (choice === 'Stop') return toStopped(state, 'plan');
      if (!state.job.comparesSpec) return choice === 'Proceed' ? toGenerate(state) : state;
      const onto = choice === 'Proceed' ? 'generate' : note.trim() === '' ? 'ask' : 'revise';
      return { ...sessionState(state), at: 'comparing', before: versionShown(state, shown), onto };
    },
  }),
  step({
    at: 'comparing',
    to: ['approving', 'revising', 'accepting', 'freezing', 'drafting', 'implementing', 'failed'],
    needs: (state) => ({ found: act(compareDocument, { path: specPath(state), before: state.before }) }),
    next: (state, { found }) => {
      const { before, onto, because } = state;
      if (because) return taskFailed(because);
      if (!found.ok) return taskFailed(found.failure);
      const { current, diff, problem } = found.value;
      if (current === null) return reviewed(state, { before, diff: null, result: problem ?? 'missing' });
      if (onto === 'generate') return toGenerate(withConfirmedSpec(state, found.value.work));
      if (onto === 'revise') return { ...sessionState(state), at: 'revising', before, spec: current };
      return reviewed(state, { before: current, diff, result: diff === null ? 'unchanged' : 'changed' });
    },
  }),
  step({
    at: 'revising',
    to: ['comparing'],
    // The note of the answer says what to change: every call after an answer gets its note.
    needs: (state) => ({
      spec: agent(
        plannerSingle,
        checkoutWorkplace,
        { ...planningInput(state), spec_path: specPath(state), current_spec: state.spec },
        asAdvisor(state),
      ),
    }),
    // Also after a failure: the planner may have left no spec, and the comparison restores the earlier one.
    next: (state, { spec }) => {
      const failure = spec.ok || spec.failure.code === 'agent.aborted' ? {} : { because: spec.failure };
      return { ...sessionState(state), at: 'comparing', before: state.before ?? state.spec, onto: 'ask', ...failure };
    },
  }),
] as const;

function askAboutSpec(state: Approving) {
  const { job, review } = state;
  const evidence = [fileText(specPath(state)), ...(review?.diff ? [review.diff] : [])];
  const result = review ? { result: review.result } : {};
  const edits = job.comparesSpec ? 'Modify' : undefined;
  return ask(taskCodes, 'spec', { spec: specPath(state), ...result }, { evidence, edits });
}

/** Keeps the version that the person sees first, for the diff after a change. Empty in old runs. */
const shownSpec = (state: Approving) =>
  (state.job.comparesSpec && !state.review
    ? { shown: act(compareDocument, { path: specPath(state), before: null }) }
    : {}) as { readonly shown: Effect<DocumentComparison> };

const versionShown = ({ review }: Approving, shown: Outcome<DocumentComparison> | undefined): Artifact | null =>
  review ? review.before : shown?.ok ? shown.value.current : null;

const reviewed = (s: Session, review: SpecReview) => ({ ...sessionState(s), at: 'approving', review }) as const;
