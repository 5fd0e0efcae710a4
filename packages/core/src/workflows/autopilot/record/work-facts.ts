/** Reads the retries of tasks from the journal of their work (AO-03). */
import type { State } from '../../../machine/machine.ts';
import type { RetryBudget, TaskAttempt } from '../../../sessions/session-document.ts';
import { iso } from '../../../views/times.ts';
import { faultSummary } from '../work/fault-text.ts';
import type { AutopilotWorkState, Work } from '../work/job.ts';

export interface WorkFacts {
  /** Retries of all tasks. */
  retries: number;
  /** The task that was repeated last; `null` if it succeeded since. */
  task: { readonly name: string; readonly attempts: TaskAttempt[] } | null;
  /** Why the task failed that is about to be repeated. */
  error: string;
}

export const noWorkFacts = (): WorkFacts => ({ retries: 0, task: null, error: '' });

/** The means of each retry. */
const triedFixes = ['obvious fix', 'related files and learnings', 'test output, imports and plan'] as const;

export const triedFix = (attempt: number): string => triedFixes[Math.min(attempt, triedFixes.length) - 1] ?? '';

export function learnFromWork(facts: WorkFacts, before: State, after: State, atMs: number): void {
  const [from, to] = [before as AutopilotWorkState, after as AutopilotWorkState];
  if (to.at === 'done') facts.task = null;
  if (to.at === 'gathering') facts.error = faultSummary(to.fault);
  if (to.at === 'recovering' || to.at === 'asking-retries') finishAttempt(facts, 'failed');
  if (to.at !== 'executing' || !('retries' in from)) return;
  if (to.retry === null) facts.task = null;
  else if (to.retries > from.retries) beginAttempt(facts, from, to, atMs);
}

function beginAttempt(facts: WorkFacts, from: Work, { left, retries }: Work, atMs: number): void {
  if (from.retries === 0) facts.task = { name: left[0]?.title ?? '', attempts: [] };
  finishAttempt(facts, 'failed');
  facts.retries++;
  facts.task?.attempts.push({ timestamp: iso(atMs), error: facts.error, fix: triedFix(retries), result: 'running' });
}

function finishAttempt({ task }: WorkFacts, result: string): void {
  const last = task?.attempts.pop();
  if (last) task?.attempts.push({ ...last, result });
}

export const retryBudget = (maxAttempts: number, facts: WorkFacts | null): RetryBudget => ({
  maxAttempts,
  currentTask:
    facts?.task === null || facts === null
      ? null
      : { name: facts.task.name, attemptsUsed: facts.task.attempts.length, attempts: [...facts.task.attempts] },
});
