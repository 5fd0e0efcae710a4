/** Finds the checkpoints that wait for a person: open questions, by the configured name. */
import type { Question } from '../../views/questions.ts';
import { iso } from '../../views/times.ts';

export interface WaitingCheckpoint {
  readonly name: string;
  readonly run: string;
  readonly question: string;
  readonly askedAt: string;
}

export const waitingCheckpoints = (
  open: readonly Pick<Question, 'id' | 'run' | 'input' | 'askedAtMs'>[],
): readonly WaitingCheckpoint[] =>
  open.flatMap(({ id, run, input: { code, params }, askedAtMs }) =>
    code === 'checkpoint' ? [{ name: String(params['name']), run, question: id, askedAt: iso(askedAtMs) }] : [],
  );
