/** Lets another role write acceptance tests from the spec before the generators start, and asks if the work fails them. */
import { call } from '../../effects/call.ts';
import { holdFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { fileText } from '../../text/text.ts';
import type { FrozenTests } from '../../trust/acceptance.ts';
import { acceptanceCodes } from '../acceptance/codes.ts';
import type { AcceptanceJob } from '../acceptance/job.ts';
import { acceptance } from '../acceptance/machine.ts';
import { heldFiles } from '../converge/acceptance.ts';
import { taskModelOf } from './models.ts';
import { type Session, sessionState, specPath, verifyReportPath } from './session.ts';
import { startGenerators, step, type Task, taskFailed, toStopped, verifyAgain } from './state.ts';
import { copiesOf } from './user-files.ts';

export const taskAcceptanceSteps = [
  step({
    at: 'accepting',
    to: ['freezing', 'drafting', 'implementing', 'surveying', 'halted', 'failed'],
    needs: (state) => ({ written: call(acceptance, 'acceptance tests', acceptanceJob(state)) }),
    next: (state, { written: { result } }) => {
      const { rejected, onto } = state;
      if (result === null || result.at === 'stopped') return toStopped(state, stoppedAfter(state));
      if (result.at === 'failed') return taskFailed(result.because);
      const s: Session = { ...sessionState(state), frozen: result.at === 'frozen' ? result.frozen : noTests(state) };
      const dropped = rejected ? { dropped: rejected.files } : {};
      return result.at === 'frozen' || rejected ? { ...s, at: 'freezing', onto, ...dropped } : continueWith(s, onto);
    },
  }),
  step({
    at: 'freezing',
    to: ['drafting', 'implementing', 'surveying', 'failed'],
    needs: (state) => ({ held: act(holdFiles, holdArgs(state)) }),
    next: (state, { held }) => (held.ok ? continueWith(state, state.onto) : taskFailed(held.failure)),
  }),
  step({
    at: 'asking-acceptance',
    to: ['implementing', 'accepting', 'freezing', 'halted'],
    needs: (state) => ({
      answer: ask(
        acceptanceCodes,
        'unmet',
        { tests: (state.frozen?.files ?? []).join('\n') },
        { evidence: [fileText(verifyReportPath(state))] },
      ),
    }),
    next: (state, { answer }) => {
      const { because, failure } = state;
      const files = state.frozen?.files ?? [];
      const s = sessionState(state);
      switch (answer.choice) {
        case 'One more pass':
          return { ...s, at: 'implementing', because, failure };
        case 'Write new tests':
          return { ...s, at: 'accepting', onto: 'verify', rejected: { files, note: answer.note } };
        case 'Continue without':
          return { ...s, frozen: noTests(s), at: 'freezing', onto: 'verify', dropped: files };
        case 'Stop':
          return toStopped(s, 'verify', failure);
      }
    },
  }),
] as const;

type Accepting = Extract<Task, { at: 'accepting' }>;

/** The step whose gate a resume shows again: the question about the work, its verification, or the spec. */
function stoppedAfter({ onto, rejected }: Accepting) {
  if (rejected) return 'verify';
  return onto === 'verify' ? 'generate' : 'plan';
}

/** New tests judge the same work. */
const continueWith = (s: Session, onto: Accepting['onto']) =>
  onto === 'generate' ? startGenerators(s) : verifyAgain(s);

/** A person continues without them. */
const noTests = ({ base }: Session): FrozenTests => ({ commit: base ?? '', files: [], tests: [] });

/** The spec, never the work: the role of the tests must not be led by it. */
const acceptanceJob = ({ job, base, model, rejected }: Accepting): AcceptanceJob => {
  const name = taskModelOf(model, 'executor');
  return {
    contract: { document: specPath({ job }) },
    slug: job.slug,
    at: base ?? '',
    role: 'task.acceptance-writer',
    checks: Object.values(job.commands).filter((command) => command !== null),
    checkTimeoutMs: job.checkTimeoutMs,
    ...(job.testFiles ? { testFiles: job.testFiles } : {}),
    ...(rejected ? { rejected } : {}),
    ...(name === null ? {} : { model: name }),
  };
};

function holdArgs({ job, base, foreign, userFiles, frozen, dropped = [] }: Extract<Task, { at: 'freezing' }>) {
  const holds = { ...heldFiles(frozen ?? { commit: base ?? '', files: [], tests: [] }), gone: dropped };
  return { base, foreign, docsPath: job.docsPath, ...copiesOf(userFiles), holds };
}
