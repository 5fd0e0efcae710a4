/** Answers of the steps of work on tasks, in their order; each leads to the next step unless a test says otherwise. */
import type { PlanSegment, RetryContext } from '../../../effects/autopilot.ts';
import { ok } from '../../../failure/failure.ts';
import type { TaskExecutorAnswer } from '../roles/executor.ts';
import type { AutopilotWorkState, WorkJob } from '../work/job.ts';
import { autopilotWork } from '../work/machine.ts';
import { lane, workJob } from './jobs.ts';
import { artifact, type Round, walk } from './seen.ts';

/** The files before the first call: the plan is not committed yet. */
export const started: Round = { start: ok({ commit: 's0' }) };

/** Tasks 1 and 2 of a plan without a checkpoint. */
export const segment = (more: Partial<PlanSegment> = {}): Round => ({
  segment: ok({
    tasks: [
      { n: 1, title: 'Add' },
      { n: 2, title: 'Show' },
    ],
    checkpoint: null,
    isLast: true,
    ...more,
  }),
  ...started,
});

export const executed = (completed: readonly number[], more: Partial<TaskExecutorAnswer> = {}): Round => ({
  worked: ok({ completed, failed: null, output: '', concerns: [], learnings: [], ...more }),
});

export const failed = (task: number, error: string): Round => executed([], { failed: { task, error } });

export const saved = (commit = 'c1'): Round => ({
  saved: ok({ commit, diff: artifact(`${commit}.diff`) }),
  handoff: ok({ is: 'kept' }),
});
export const unchanged: Round = { saved: ok({ commit: 's0', isUnchanged: true }), handoff: ok({ is: 'kept' }) };
export const inspected: Round = { inspected: ok({ weakened: [] }) };
export const green: Round = { report: ok({ green: true, exitCode: 0, tail: '', log: artifact('log') }) };
export const red: Round = { report: ok({ green: false, exitCode: 1, tail: '1 failing', log: artifact('red log') }) };
export const valid = (...problems: readonly string[]): Round => ({ valid: ok({ problems }) });

/** The tasks that were sent are saved and checked. */
export const checked = [saved(), inspected, green, valid()];

export const gathered = (context: Partial<RetryContext> = {}): Round => ({
  gathered: ok({
    error: artifact('error'),
    earlier: [],
    related: ['src/a.ts'],
    imports: null,
    instructions: null,
    ...context,
  }),
});

export const committed = (commit = 'd1'): Round => ({
  committed: ok({ is: 'published', commit, lane: { ...lane, base: commit }, left: '' }),
});

/** A recovery commit, with its entry in the failures. */
export const recovered: Round = { ...committed('r1'), recorded: ok({ file: '.harness/failures.md' }) };

export const diagnosed = (note: string): Round => ({ diagnosed: ok({ note }) });

export const proved: Round = {
  proof: { child: 'c', end: 'done', result: { at: 'proved', by: 'witness', witnesses: [] } },
};

/** A task fails in its first call and in all of its retries. */
export const outOfRetries: readonly Round[] = [
  segment(),
  failed(1, 'it throws'),
  saved(),
  ...[1, 2, 3].flatMap((attempt) => [
    gathered(),
    ...(attempt === 3 ? [diagnosed('look at line 3')] : []),
    failed(1, `error of retry ${attempt}`),
    saved(),
  ]),
];

export const walkWork = (job: Partial<WorkJob>, ...rounds: readonly Round[]) => {
  const start = autopilotWork.start({ ...workJob, ...job });
  return walk<AutopilotWorkState>(autopilotWork, start, ...rounds);
};
