/** What did not land: what waits, is parked, was stopped or failed, each with its reason, whose turn it is, and what to type. */

import type { FailureCode } from '../../failure/failure.ts';
import type { End, RunStatus } from '../../journal/end.ts';
import { failureText } from '../../messages/lookup.ts';
import type { Messages } from '../../messages/messages.ts';
import { commitsWithRun, keptWork } from '../commits.ts';
import { endReason, parkReason } from '../end-reason.ts';
import { openQuestions } from '../questions.ts';
import { runRow } from '../run.ts';
import { questionRow } from '../show.ts';
import type { Unit } from '../unit.ts';
import type { CommandFormat } from './command-format.ts';
import { logOf } from './landed.ts';
import { rerunCommand } from './rerun-command.ts';
import { costOf } from './spending.ts';

/** Whose turn it is: a person is asked something, or nobody is and somebody may try again. */
export type WhoseTurn = 'you' | 'nobody';

export interface StuckUnit {
  readonly run: string;
  readonly workflow: string;
  readonly title: string;
  readonly status: Exclude<RunStatus, 'running' | 'done'>;
  readonly end: End | null;
  /** When it came to stand like this. */
  readonly atMs: number;
  readonly code: FailureCode | null;
  readonly why: string;
  readonly owner: WhoseTurn;
  /** Where the work is that it had committed. */
  readonly branch: string | null;
  /** Where the newest unfinished work is. */
  readonly kept: string | null;
  /** Before this it is of no use to go on. */
  readonly notBeforeMs: number | null;
  readonly next: string;
  /** What all of its unit has cost, also before. */
  readonly paidUsd: number;
  readonly rehearsedUsd: number;
}

/** Nothing of a unit that is at work or done, and of one that ended before. */
export function findStuckUnits(
  unit: Unit,
  sinceMs: number,
  messages: Messages,
  typing: CommandFormat,
): StuckUnit | undefined {
  const { family, outside } = unit;
  const { status } = runRow(family, outside);
  const { run, machine: workflow, title, ended } = logOf(family[0]);
  if (status === 'running' || status === 'done' || (ended && ended.atMs < sinceMs)) return undefined;
  const { why, code, notBeforeMs = null } = reasonOf(unit, messages);
  return {
    run,
    workflow,
    title,
    status,
    end: ended?.end ?? null,
    code,
    why,
    notBeforeMs,
    atMs: ended?.atMs ?? Math.max(...family.map(({ entries }) => entries.at(-1)?.atMs ?? 0)),
    owner: status === 'waiting' ? 'you' : 'nobody',
    branch: commitsWithRun(family).at(-1)?.branch ?? null,
    kept: keptWork(family),
    ...costOf(unit),
    next: typing.typed(ended ? rerunCommand(family, typing) : `harness resume ${run}`),
  };
}

interface Reason {
  readonly why: string;
  readonly code: FailureCode | null;
  readonly notBeforeMs?: number;
}

function reasonOf({ family, outside, rest = null }: Unit, messages: Messages): Reason {
  const [question] = family.flatMap((journal) => openQuestions(journal, outside.answered));
  if (question) {
    const { header, question: text } = questionRow(question, messages);
    return { why: `${header}: ${text}`, code: null };
  }
  const { ended, stopping } = logOf(family[0]);
  const parked = ended ? null : parkReason(family);
  const failure = ended ? endReason(family) : parked?.failure;
  const words = messages.report;
  if (failure)
    return {
      why: failureText(messages, failure),
      code: failure.code,
      ...(parked ? { notBeforeMs: parked.untilMs } : {}),
    };
  const told = (why: string): Reason => ({ why, code: null });
  if (ended?.end === 'stopped' && stopping) return told(words.stoppedBy({ by: stopping.by }));
  if (ended) return told(words.endedAs({ end: ended.end }));
  if (rest !== null) return told(messages.ending[rest === 'done' ? 'stepDone' : 'stoppedHere']({}));
  return told(words.left({}));
}
