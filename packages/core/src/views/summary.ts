/** Summarizes a journal for lists of runs. It is small, stored beside the journal, and rebuilt if missing. */

import type { CallCost } from '../budget/usage.ts';
import { waitParts } from '../effects/first.ts';
import { type AskedQuestion, type QuestionInput, questionId } from '../effects/question.ts';
import type { End } from '../journal/end.ts';
import type { FoldedJournal } from '../journal/journal.ts';
import { openKeysIn } from './questions.ts';

export interface Summary {
  readonly run: string;
  readonly workflow: string;
  readonly title: string;
  readonly state: string;
  readonly startedAtMs: number;
  readonly ended: { readonly end: End; readonly atMs: number } | null;
  readonly spent: CallCost;
  readonly rehearsedUsd: number;
  /** Time of the last cost and the last message about the ceiling; absent in summaries of older versions. */
  readonly spentAtMs?: number;
  readonly ceilingTold?: NonNullable<FoldedJournal['ceilingTold']>;
  /** Questions that are open according to the journal; one may have been answered since. */
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
  open: openQuestionsIn(run, log),
});

/** Only questions since the last move can be open, so a long journal costs no more than a short one. */
const openQuestionsIn = (run: string, log: FoldedJournal): Summary['open'] =>
  [...openKeysIn(log)]
    .flatMap((key) => waitParts(key, log.asked.get(key)?.effect ?? { kind: '', input: null }))
    .filter(({ effect }) => effect.kind === 'question')
    .map(({ key, effect }) => {
      const { code, choices, texts } = effect.input as QuestionInput;
      return { id: questionId(run, key), code, choices, ...(texts && { texts }) };
    });
