/** Lists the actions that only a person can take, with their commands: answer, do a manual step, resume. */
import { answerCommand } from '../../effects/question.ts';
import type { Messages } from '../../messages/messages.ts';
import { openQuestions, withNotes } from '../questions.ts';
import { questionRow } from '../show.ts';
import type { Unit } from '../unit.ts';
import type { CommandFormat } from './command-format.ts';
import { logOf } from './landed.ts';
import type { StuckUnit } from './stuck.ts';

export interface NeededAction {
  readonly is: 'question' | 'errand' | 'resume';
  readonly run: string;
  readonly title: string;
  readonly text: string;
  readonly sinceMs: number;
  /** The id of the question; `null` for a resume. */
  readonly question: string | null;
  readonly commands: readonly string[];
  /** The command to type after an answer; `null` if a process owns the run. */
  readonly afterwards: string | null;
}

export function questionActions(
  { family, outside }: Unit,
  messages: Messages,
  { typed }: CommandFormat,
): readonly NeededAction[] {
  const { title, run: own } = logOf(family[0]);
  const [root] = own.split('.');
  return family
    .flatMap((journal) => openQuestions(journal, outside.answered).map((question) => ({ question, journal })))
    .map(({ question, journal }) => {
      const asked = withNotes(question, outside.notes);
      const { id, header, question: text, options } = questionRow(asked, messages, journal.place);
      return {
        is: question.input.code === 'errand' ? 'errand' : 'question',
        run: own,
        title,
        text: `${header}: ${text}`,
        sinceMs: question.askedAtMs,
        question: id,
        commands: options.map(({ label }) => typed(answerCommand(id, label))),
        afterwards: outside.isOwned ? null : typed(`harness resume ${root}`),
      };
    });
}

/** For a parked unit without a question. */
export const resumeAction = ({ run, title, why, atMs, next }: StuckUnit): NeededAction => ({
  is: 'resume',
  run,
  title,
  text: why,
  sinceMs: atMs,
  question: null,
  commands: [next],
  afterwards: null,
});
