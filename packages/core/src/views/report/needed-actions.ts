/** Lists the actions that only a person can take, with their commands: answer, do a manual step, resume. */
import { answerCommand } from '../../effects/question.ts';
import type { Messages } from '../../messages/messages.ts';
import { logicOf } from '../../workflows/loaded.ts';
import { openQuestions, withNotes } from '../questions.ts';
import { questionRow } from '../show.ts';
import type { Unit } from '../unit.ts';
import type { CommandFormat } from './command-format.ts';
import { logOf } from './landed.ts';
import type { StuckUnit } from './stuck.ts';

export interface NeededAction {
  readonly is: 'question' | 'errand' | 'resume' | 'left';
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

/** For pieces of a run that are left to a person. */
export const leftActions = ({ family }: Unit, sinceMs: number, { typed }: CommandFormat): readonly NeededAction[] =>
  (logicOf(logOf(family[0]).machine)?.piecesOf?.(family) ?? [])
    .filter(({ left, atMs }) => left !== undefined && atMs >= sinceMs)
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(({ run, title, atMs, left = '' }) => ({
      is: 'left',
      run,
      title,
      text: left,
      sinceMs: atMs,
      question: null,
      commands: [typed(`harness show ${run}`)],
      afterwards: null,
    }));

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
