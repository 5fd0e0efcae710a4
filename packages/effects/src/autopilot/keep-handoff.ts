/** Keeps what a role leaves: its handoff, the progress of its tasks, and its learnings (A-14, A-46, AO-19). */

import type { keepHandoff, Learning } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { addLearnings } from '@harness/core/learnings/session-learnings';
import { finalPhase } from '@harness/core/sessions/handoff-match';
import type { TaskProgress } from '@harness/core/sessions/task-state';
import type { AutopilotContext } from './context.ts';
import { keepOrWriteHandoff } from './handoff-file.ts';
import { readSessionFile, type SessionFile, writeSessionFile } from './session-file.ts';
import { listKnownTasks, writeTaskProgress } from './task-progress.ts';

type Args = ArgsOf<typeof keepHandoff>;

export async function performKeepHandoff(
  work: AutopilotContext,
  args: Args,
): Promise<Outcome<ValueOf<typeof keepHandoff>>> {
  const { handoff, phase, completed, learnings = [] } = args;
  const is = await keepOrWriteHandoff(work, args, {
    ...handoff,
    timestamp: new Date().toISOString(),
    phase: phase === null ? finalPhase : String(phase.n),
    decisions: [],
    blockers: [],
    contextKeywords: [],
    planPath: null,
  });
  if (completed !== undefined) await keepProgress(work.repo, args, completed);
  await keepLearnings(work.repo, args, learnings);
  return ok({ is });
}

const maxTasks = 1_000;

/** A task that only the executor calls complete is not. Tasks before the ones of this call were completed earlier. */
async function keepProgress(repo: string, args: Args, completed: readonly number[]): Promise<void> {
  const pending = args.handoff.pending.map(Number);
  const first = Math.min(...completed, ...pending);
  const isComplete = (n: number) => completed.includes(n) || (n < first && !pending.includes(n));
  const known = new Set([...listKnownTasks(repo, args.slug).slice(0, maxTasks), ...completed, ...pending]);
  const numbers = [...known].sort((one, other) => one - other);
  const begun = numbers.find((n) => !isComplete(n));
  const wordOf = (n: number): TaskProgress => (isComplete(n) ? 'complete' : n === begun ? 'in_progress' : 'pending');
  const progress = numbers.map((n) => [n, wordOf(n)] as const);
  await writeTaskProgress(repo, args, new Map(progress));
}

async function keepLearnings(repo: string, { slug, handoff }: Args, learnings: readonly Learning[]): Promise<void> {
  const file: SessionFile = { slug, name: 'learnings.md' };
  const before = readSessionFile(repo, file);
  const source = { date: new Date().toISOString(), skill: handoff.fromSkill };
  const after = addLearnings(before, learnings, source);
  if (after !== (before ?? '')) await writeSessionFile(repo, file, after);
}
