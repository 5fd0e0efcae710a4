/** A person answers, by exactly one of the choices. Free text never approves, and a time-out never answers. */
import { type Answer, answerIn, type QuestionInput, questionId } from '@harness/core/effects/question';
import { type Question, questionsOf } from '@harness/core/views/questions';
import type { EffectContext, WaitHandler } from '../effect-context.ts';
import { type AnswerMessage, type NoteMessage, notesForQuestion } from '../inbox.ts';
import { untilMessage } from './message.ts';

export const waitForQuestion: WaitHandler = async ({ key, effect }, context) => {
  const { journal, world, crew, resting } = context;
  const id = questionId(journal.run, key);
  const inbox = world.inbox(journal.run);
  const input = effect.input as QuestionInput;
  for (;;) {
    const received = await inbox.read();
    const notes = notesForQuestion(id, received);
    const found = received.find((one) => one.id === id)?.message;
    const choice = found?.type === 'answer' ? answerIn(input, found.choice) : undefined;
    if (found?.type === 'answer' && choice !== undefined)
      return { is: 'came', value: { ...answerOf(found, notes), choice }, by: id };
    if (found) await inbox.reject(id); // what is no answer must not stand in the way of one
    const isAttended = world.attended(asked(id, notes, context));
    resting(() => (isAttended ? 'moves' : 'rests'));
    if (!isAttended && crew.rested.aborted) return { is: 'waiting' };
    await untilMessage(inbox, received.length, context);
  }
};

/** The question as it is shown: with what was written to it so far. */
function asked(id: string, notes: readonly NoteMessage[], { journal }: EffectContext): Question {
  const question = questionsOf(journal.run, journal.log, new Map()).find((one) => one.id === id) as Question;
  return notes.length === 0 ? question : { ...question, notes: notes.map(({ note, by }) => ({ text: note, by })) };
}

/** The answer takes along what was written before it. */
const answerOf = ({ choice, note, by, channel }: AnswerMessage, notes: readonly NoteMessage[]): Answer => ({
  ...{ choice, by, channel },
  note: [...notes.map((earlier) => earlier.note), note].filter((text) => text !== '').join('\n'),
});
