/** Finds units that did not land: waiting, parked, stopped or failed, with reason, owner and next command. */

import type { FailureCode } from '../../failure/failure.ts';
import type { End, RunStatus } from '../../journal/end.ts';
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { failureText } from '../../messages/lookup.ts';
import type { Messages } from '../../messages/messages.ts';
import { scriptSettingOf } from '../../providers/providers.ts';
import { logicOf } from '../../workflows/loaded.ts';
import { commitsWithRun, keptWork } from '../commits.ts';
import { endReason, parkReason } from '../end-reason.ts';
import { openQuestions } from '../questions.ts';
import { runRow } from '../run.ts';
import { questionRow } from '../show.ts';
import type { Unit } from '../unit.ts';
import type { CommandFormat } from './command-format.ts';
import { logOf } from './landed.ts';
import { costOf } from './spending.ts';

/** `you` if a question is open; else the unit only waits for a resume or rerun. */
export type UnitOwner = 'you' | 'nobody';

export interface StuckUnit {
  readonly run: string;
  readonly workflow: string;
  readonly title: string;
  readonly status: Exclude<RunStatus, 'running' | 'done'>;
  readonly end: End | null;
  /** Time of its end or last entry. */
  readonly atMs: number;
  readonly code: FailureCode | null;
  readonly why: string;
  readonly owner: UnitOwner;
  /** Branch with its committed work; `null` if it committed none. */
  readonly branch: string | null;
  /** Ref of its newest unfinished work; `null` if there is none. */
  readonly kept: string | null;
  /** Earliest time at which a resume can succeed; `null` if it may resume now. */
  readonly notBeforeMs: number | null;
  readonly next: string;
  /** Cost of the whole unit, including the time before the report. */
  readonly paidUsd: number;
  readonly rehearsedUsd: number;
}

/** `undefined` for a unit that is running, done, or ended before `sinceMs`. */
export function findStuckUnit(
  unit: Unit,
  sinceMs: number,
  messages: Messages,
  format: CommandFormat,
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
    next: format.typed(ended ? rerunCommand(family, format) : `harness resume ${run}`),
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
  const because = (why: string): Reason => ({ why, code: null });
  if (ended?.end === 'stopped' && stopping) return because(words.stoppedBy({ by: stopping.by }));
  if (ended) return because(words.endedAs({ end: ended.end }));
  if (rest !== null) return because(messages.ending[rest === 'done' ? 'stepDone' : 'stoppedHere']({}));
  return because(words.left({}));
}

/** A longer command contains a document that no one would type. */
const maxCommandLength = 200;

/** The command that reruns an ended run, with the same script if it was a rehearsal. */
function rerunCommand([{ run, entries }]: RunTree, { quoted }: Pick<CommandFormat, 'quoted'>): string {
  const { machine, settings } = foldJournal(entries);
  const [first] = entries;
  const words = first?.type === 'started' ? logicOf(machine)?.rerun?.(first, quoted) : undefined;
  if (words === undefined || words.length > maxCommandLength || words.includes('\n')) return `harness show ${run}`;
  const setting = scriptSettingOf(settings['provider']);
  const script = setting && settings[setting];
  return `harness ${words}${script ? ` --${setting} ${quoted(String(script))}` : ''}`;
}
