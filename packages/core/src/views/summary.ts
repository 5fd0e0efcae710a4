/** What a list of runs needs of one journal: small enough to be kept beside it, and made anew whenever it is missing. */

import type { CallCost } from '../budget/usage.ts';
import { waitParts } from '../effects/first.ts';
import { type AskedQuestion, type QuestionInput, questionId } from '../effects/question.ts';
import type { End } from '../journal/end.ts';
import type { FoldedJournal } from '../journal/journal.ts';
import { isOpen } from './questions.ts';

export interface Summary {
  readonly run: string;
  readonly workflow: string;
  readonly title: string;
  readonly state: string;
  readonly startedAtMs: number;
  readonly ended: { readonly end: End; readonly atMs: number } | null;
  readonly spent: CallCost;
  readonly rehearsedUsd: number;
  /** When it last spent anything, and what it last said of the ceiling: summaries of older versions do not know. */
  readonly spentAtMs?: number;
  readonly ceilingTold?: NonNullable<FoldedJournal['ceilingTold']>;
  /** The questions that are open as far as the journal knows; one may have been answered since. */
  readonly open: readonly ({ readonly id: string } & AskedQuestion)[];
}

export const summaryOf = (run: string, log: FoldedJournal): Summary => ({
  run,
  workflow: log.machine,
  title: log.title,
  state: log.state.at,
  startedAtMs: log.startedAtMs,
  ended: log.ended ? { end: log.ended.end, atMs: log.ended.atMs } : null,
  spent: log.spent,
  rehearsedUsd: log.rehearsedUsd,
  ...(log.spentAtMs === undefined ? {} : { spentAtMs: log.spentAtMs }),
  ...(log.ceilingTold === undefined ? {} : { ceilingTold: log.ceilingTold }),
  open: openIn(run, log),
});

/** Only what was asked since the last move can be open, so a long journal costs no more than a short one. */
const openIn = (run: string, log: FoldedJournal): Summary['open'] =>
  [...log.askedHere]
    .filter((key) => isOpen(log, key))
    .flatMap((key) => waitParts(key, log.asked.get(key)?.effect ?? { kind: '', input: null }))
    .filter(({ effect }) => effect.kind === 'question')
    .map(({ key, effect }) => {
      const { code, choices, texts } = effect.input as QuestionInput;
      return { id: questionId(run, key), code, choices, ...(texts && { texts }) };
    });
