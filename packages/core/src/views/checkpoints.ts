/** The checkpoints that wait for a person: questions like all others, found by the name that the configuration gave them. */
import type { Question } from './questions.ts';
import { iso } from './times.ts';

export interface CheckpointRow {
  readonly name: string;
  readonly run: string;
  readonly question: string;
  readonly askedAt: string;
}

export const checkpoints = (
  open: readonly Pick<Question, 'id' | 'run' | 'input' | 'askedAtMs'>[],
): readonly CheckpointRow[] =>
  open.flatMap(({ id, run, input: { code, params }, askedAtMs }) =>
    code === 'checkpoint' ? [{ name: String(params['name']), run, question: id, askedAt: iso(askedAtMs) }] : [],
  );
