/** Waits for a person to choose exactly one option. Free text never approves, and a timeout never answers. */
import { type Answer, parseAnswer, type QuestionInput, questionId } from '@harness/core/effects/question';
import { type Question, questionsOf } from '@harness/core/views/questions';
import type { EffectContext, WaitHandler } from '../effect-context.ts';
import { type AnswerMessage, type NoteMessage, notesForQuestion } from '../inbox.ts';
import { waitForMessage } from './message.ts';

export const waitForQuestion: WaitHandler = async ({ key, effect }, context) => {
  const { journal, world, group, setIdleState } = context;
  const id = questionId(journal.run, key);
  const inbox = world.inbox(journal.run);
  const input = effect.input as QuestionInput;
  for (;;) {
    const received = await inbox.read();
    const notes = notesForQuestion(id, received);
    const found = received.find((one) => one.id === id)?.message;
    const choice = found?.type === 'answer' ? parseAnswer(input, found.choice) : undefined;
    if (found?.type === 'answer' && choice !== undefined)
      return { is: 'came', value: { ...(await answerOf(found, notes)), choice }, by: id };
    if (found) await inbox.reject(id); // a message that is not an answer must not block one
    const isAttended = world.attended(questionWithNotes(id, notes, context));
    setIdleState(() => (isAttended ? 'moves' : 'rests'));
    if (!isAttended && group.rested.aborted) return { is: 'waiting' };
    await waitForMessage(inbox, received.length, context);
  }
};

function questionWithNotes(id: string, notes: readonly NoteMessage[], { journal }: EffectContext): Question {
  const question = questionsOf(journal.run, journal.log, new Map()).find((one) => one.id === id) as Question;
  return notes.length === 0 ? question : { ...question, notes: notes.map(({ note, by }) => ({ text: note, by })) };
}

async function answerOf({ choice, note, by, channel }: AnswerMessage, notes: readonly NoteMessage[]): Promise<Answer> {
  const texts = [...notes.map((earlier) => earlier.note), note].filter((text) => text !== '');
  const answer = { choice, by, channel, note: texts.join('\n') };
  if (texts.length === 0) return answer;
  const { detectLanguage } = await import('@harness/core/text/language'); // its tables take longer to load than the engine
  const language = texts.map(detectLanguage).findLast((tag) => tag !== undefined);
  return language === undefined ? answer : { ...answer, language };
}
