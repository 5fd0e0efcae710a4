/** Progress lines of a session: what was found, approved, repeated, committed and left out. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { OfferedPull } from '../../effects/autopilot.ts';
import type { PublishResult } from '../../effects/publish-lane.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { TierReason } from '../../sessions/integration-tier.ts';
import { autopilotCodes } from './codes.ts';
import { blockingFindings } from './findings.ts';
import type { SessionPhaseState } from './phase/job.ts';
import { triedFix } from './record/work-facts.ts';
import type { ChangeReviewerAnswer } from './roles/reviewer.ts';
import type { Autopilot } from './state.ts';
import type { AutopilotWorkState } from './work/job.ts';

const message = progressOf(autopilotCodes);
type Answers = Readonly<Record<string, unknown>>;

/** The value of an answer; `null` if it is absent or a failure. */
function readValue<Value>(answers: Answers, name: string): Value | null {
  const outcome = answers[name] as Outcome<Value> | undefined;
  return outcome?.ok ? outcome.value : null;
}

export const sessionProgress = (from: Autopilot, answers: Answers, to: Autopilot): readonly ProgressMessage[] =>
  (sessionMessages[from.at] as Leaving | undefined)?.(from as never, answers, to as never) ?? [];

type Leaving = (from: never, answers: Answers, to: never) => readonly ProgressMessage[];
/** Messages of a machine by the state that it leaves. */
type LeavingOf<S extends { readonly at: string }> = {
  readonly [Name in S['at']]?: (
    from: Extract<S, { readonly at: Name }>,
    answers: Answers,
    to: S,
  ) => readonly ProgressMessage[];
};

const sessionMessages: LeavingOf<Autopilot> = {
  opening: ({ job: { phases, settings } }) => [
    message('autopilot.phases', { count: phases.length, spec: settings.specPath }),
    ...phases.map(({ name, complexity }, at) => message('autopilot.phase', { n: at + 1, name, complexity })),
  ],
  'running-phase': (from, _, to) =>
    'troubles' in to && to.troubles > 1 && from.troubles < to.troubles
      ? [message('autopilot.two-in-trouble', {}, 'warn')]
      : [],
  'offering-pull'(_, answers) {
    const offered = readValue<OfferedPull>(answers, 'offered');
    if (offered === null) return [];
    return offered.is === 'open'
      ? [message('autopilot.pull-open', { pull: offered.pull, url: offered.url }, 'good')]
      : [message('autopilot.pull-refused', { because: offered.because }, 'bad')];
  },
  'recording-limit': ({ session }) => [
    message('autopilot.limit', { cycles: session.finalReviews, file: failuresFile }, 'bad'),
  ],
  'closing-session'(_, answers) {
    const { learnings = 0 } = readValue<{ learnings: number }>(answers, 'closed') ?? {};
    return learnings > manyLearnings ? [message('autopilot.many-learnings', { count: learnings }, 'warn')] : [];
  },
};

/** More of them are worth pruning. */
const manyLearnings = 30;
const failuresFile = '.harness/failures.md';

export function phaseProgress(
  from: SessionPhaseState,
  answers: Answers,
  to: SessionPhaseState,
): readonly ProgressMessage[] {
  return [
    ...planProgress(from, to),
    ...((judgeMessages[from.at] as Leaving | undefined)?.(from as never, answers, to as never) ?? []),
    ...endProgress(from, to),
  ];
}

function planProgress(from: SessionPhaseState, to: SessionPhaseState): readonly ProgressMessage[] {
  if (from.at === 'assessing') return assessProgress(from, to);
  if (from.at !== 'reading-plan' || !('approval' in to)) return [];
  const { job, plan, approval, complexity } = to;
  if (approval.is === 'automatic')
    return [
      message(
        'autopilot.auto-approved',
        { ...job.phase, complexity, concerns: plan.concerns.length, tasks: plan.tasks },
        'good',
      ),
    ];
  const values: Readonly<Record<string, string>> = {
    'high-complexity': 'high',
    'complexity-override': to.complexityOverride ?? '',
    concerns: String(plan.concerns.length),
    'many-tasks': String(plan.tasks),
    'knowledge-gaps': String(plan.gaps ?? 0),
  };
  return approval.because.map((reason) =>
    message('autopilot.signal', { signal: signalNames[reason], value: values[reason] ?? 'yes' }, 'warn'),
  );
}

const signalNames = {
  thorough: 'Thorough',
  'review-plans': 'Review plans',
  'high-complexity': 'Complexity',
  'complexity-override': 'Complexity override',
  concerns: 'Concerns',
  'many-tasks': 'Tasks',
  'knowledge-gaps': 'Knowledge gaps',
} as const;

function assessProgress(
  { job }: Extract<SessionPhaseState, { at: 'assessing' }>,
  to: SessionPhaseState,
): readonly ProgressMessage[] {
  const { phase, complexity } = job;
  const found =
    to.at === 'reading-plan' && to.planPath !== null
      ? [message('autopilot.plan-found', { ...phase, file: to.planPath })]
      : [];
  const waits =
    to.at === 'stopped' ? [message('autopilot.waits-for-plan', { ...phase, file: to.newPlanPath ?? '' }, 'warn')] : [];
  const { assessment } = to as {
    readonly assessment?: { readonly raisedTo: string | null; readonly reasons: readonly string[] };
  };
  const raised =
    assessment?.raisedTo != null
      ? [
          message(
            'autopilot.raised',
            { from: complexity, to: assessment.raisedTo, because: assessment.reasons.join(', ') },
            'warn',
          ),
        ]
      : [];
  return [...raised, ...found, ...waits];
}

const judgeMessages: LeavingOf<SessionPhaseState> = {
  verifying(_, __, to) {
    if (to.at === 'asking-verification') return [message('autopilot.unverified', { count: to.gaps.length }, 'bad')];
    return to.at === 'surveying' ? [message('autopilot.verified', {}, 'good')] : [];
  },
  surveying(_, __, to) {
    if (to.at !== 'integrating' || to.tier.raisedBy === null) return [];
    const { planned, tier, raisedBy } = to.tier;
    return [message('autopilot.tier-raised', { planned, derived: tier, because: tierReasonText(raisedBy) }, 'warn')];
  },
  'asking-verification': (_, __, to) =>
    to.at === 'surveying' ? [message('autopilot.skipped', { what: 'verification' }, 'warn')] : [],
  'asking-integration': (_, __, to) =>
    to.at === 'reviewing' ? [message('autopilot.skipped', { what: 'integration' }, 'warn')] : [],
  reviewing(from, answers) {
    const reviewed = readValue<ChangeReviewerAnswer>(answers, 'reviewed');
    if (reviewed === null) return [];
    const blocking = blockingFindings(from.job.session, reviewed.findings).length;
    const params = { count: reviewed.findings.length, blocking };
    return [message('autopilot.reviewed', params, blocking > 0 ? 'bad' : 'good')];
  },
};

function tierReasonText(reason: TierReason): string {
  switch (reason.code) {
    case 'new-packages':
      return `new packages: ${reason.packages.join(', ')}`;
    case 'new-exports':
      return `${reason.exports} new public exports`;
    case 'many-files':
      return `${reason.files} changed files with ${reason.exports} new public exports`;
  }
}

function endProgress(from: SessionPhaseState, to: SessionPhaseState): readonly ProgressMessage[] {
  if (!('job' in from)) return [];
  if (to.at === 'complete') return [message('autopilot.phase-complete', {}, 'good')];
  return to.at === 'skipped' ? [message('autopilot.phase-skipped', {}, 'warn')] : [];
}

export function workProgress(
  from: AutopilotWorkState,
  answers: Answers,
  to: AutopilotWorkState,
): readonly ProgressMessage[] {
  return [...retryProgress(from, to), ...commitProgress(from, answers, to)];
}

function retryProgress(from: AutopilotWorkState, to: AutopilotWorkState): readonly ProgressMessage[] {
  if (to.at === 'recovering' && from.at !== 'syncing') return [];
  if (from.at === 'recovering' && to.at === 'asking-retries')
    return [message('autopilot.budget-exhausted', { file: failuresFile }, 'bad')];
  const isRetry = to.at === 'executing' && 'retries' in from && to.retries > from.retries && to.retry !== null;
  if (!isRetry) return [];
  const { retries: n, job, left } = to;
  return [
    message('autopilot.retry', { n, of: job.session.retries, task: left[0]?.title ?? '', tried: triedFix(n) }, 'warn'),
  ];
}

function commitProgress(
  from: AutopilotWorkState,
  answers: Answers,
  to: AutopilotWorkState,
): readonly ProgressMessage[] {
  const committed = readValue<PublishResult>(answers, 'committed');
  if (committed?.is !== 'published' || to.at === 'failed' || !('job' in from)) return [];
  return [message('autopilot.committed', { subject: subjectOf(from), commit: committed.commit.slice(0, 12) })];
}

function subjectOf(from: Extract<AutopilotWorkState, { job: unknown }>): string {
  if (from.at === 'committing-checkpoint') return `[autopilot] ${from.stop.task.title}`;
  if (from.at === 'recovering') return `[autopilot][recovery] ${from.left[0]?.title ?? ''}`;
  return from.job.subject;
}
