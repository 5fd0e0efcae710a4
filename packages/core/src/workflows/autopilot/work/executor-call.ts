/** The inputs of the roles that work on tasks, and what the executor leaves to the next role. */
import { fileText } from '../../../text/text.ts';
import { sessionInput } from '../role-session.ts';
import {
  type FindingToFix,
  type TaskDiagnosticianInput,
  type TaskExecutorInput,
  type TaskRetry,
  wholeWork,
} from '../roles/session-input.ts';
import { specOf } from '../session.ts';
import type { AutopilotWorkState, Fix, NextRetry, Work, WorkJob } from './job.ts';
import { openTask, sentTasks } from './state.ts';

/** The number of the phase, or `final` for a fix of the final review. */
export const workItem = ({ phase }: WorkJob): string => (phase === null ? 'final' : String(phase.n));

export function executorInput(state: Work): TaskExecutorInput {
  const { job, consent, retry } = state;
  const { session, phase, planPath, order } = job;
  return {
    ...sessionInput(session, phase),
    plan_path: planPath,
    spec: fileText(session.specPath),
    plan: planPath === null ? null : fileText(planPath),
    ...(order.is === 'plan' ? { approved: order.plan } : {}),
    tasks: order.is === 'plan' ? sentTasks(state) : [],
    findings: order.is === 'fixes' ? sentFixes(state, order.fixes).map(findingOf) : [],
    retry: retry && retryOf(retry, session.retries),
    answers: [...(consent.answers ?? []), ...noteOf(order)],
    scratchpad_words: session.scratchpadWords,
  };
}

const sentFixes = (state: Work, fixes: readonly Fix[]): readonly Fix[] =>
  sentTasks(state).flatMap(({ n }) => (n === wholeWork ? fixes : fixes.slice(n - 1, n)));

const findingOf = ({ file, line, title, detail }: Fix): FindingToFix => ({
  file: file ?? null,
  line: line ?? null,
  title: `${title}: ${detail}`,
});

/** The note of a person who asked for the fixes. */
const noteOf = (order: WorkJob['order']) =>
  order.is === 'fixes' && order.note !== '' ? [{ task: 0, title: order.because, choice: 'fix', note: order.note }] : [];

const learningsFile = '.harness/learnings.md';

function retryOf({ attempt, context, output, diagnosis }: NextRetry, of: number): TaskRetry {
  const { error, earlier, related, imports, instructions } = context;
  return {
    attempt,
    of,
    error,
    tried: earlier,
    ...(attempt > 1 ? { related, learnings: fileText(learningsFile) } : {}),
    ...(attempt > 2 && output ? { output } : {}),
    ...(imports ? { imports } : {}),
    ...(instructions ? { instructions } : {}),
    ...(diagnosis === '' ? {} : { diagnosis }),
  };
}

export function diagnosticianInput(state: Work, { context, output }: NextRetry): TaskDiagnosticianInput {
  const { job, left } = state;
  const { order, session } = job;
  return {
    ...sessionInput(session, job.phase),
    ...(session.quotesPlan && order.is === 'plan' ? { approved: order.plan } : {}),
    plan_path: job.planPath ?? '',
    task: openTask({ left, job }),
    errors: [...context.earlier, context.error],
    ...(output ? { output } : {}),
  };
}

type Saving = Extract<AutopilotWorkState, { at: 'saving' }>;

export function handoffOf({ job, answered, said, left }: Saving) {
  const { failed } = answered;
  const completed = answered.completed.filter((n) => n !== wholeWork);
  const isWhole = answered.sent.some(({ n }) => n === wholeWork);
  const isOpen = (n: number) => !completed.includes(n) || failed?.task === n;
  return {
    ...specOf(job.session),
    phase: job.phase,
    handoff: {
      fromSkill: 'harness-execution',
      summary: said.output.slice(0, 500),
      completed: completed.map(String),
      pending: left.filter(({ n }) => isOpen(n)).map(({ n }) => String(n)),
      concerns: said.concerns,
    },
    ...(job.order.is === 'plan' && !isWhole ? { completed } : {}),
    learnings: said.learnings,
  };
}
