/** A person answers, by exactly one of the choices. Free text never approves, and a time-out never answers. */
import { type Answer, choiceIn, type QuestionInput, questionId } from '@harness/core/effects/question';
import { type Question, questionsOf } from '@harness/core/views/questions';
import type { AnswerMessage } from '../inbox.ts';
import type { Wait } from '../settling.ts';
import { untilMessage } from './message.ts';

export const waitForQuestion: Wait = async ({ key, effect }, context) => {
  const { journal, world, crew, resting } = context;
  const id = questionId(journal.run, key);
  const inbox = world.inbox(journal.run);
  const { choices } = effect.input as QuestionInput;
  for (;;) {
    const received = await inbox.read();
    const found = received.find((one) => one.id === id)?.message;
    const choice = found?.type === 'answer' ? choiceIn(choices, found.choice) : undefined;
    if (found?.type === 'answer' && choice !== undefined)
      return { is: 'came', value: { ...answerIn(found), choice }, by: id };
    if (found) await inbox.reject(id); // what is no answer must not stand in the way of one
    const asked = questionsOf(journal.run, journal.log, new Map()).find((question) => question.id === id);
    const isAttended = world.attended(asked as Question);
    resting(() => (isAttended ? 'moves' : 'rests'));
    if (!isAttended && crew.rested.aborted) return { is: 'waiting' };
    await untilMessage(inbox, received.length, context);
  }
};

const answerIn = ({ choice, note, by, channel }: AnswerMessage): Answer => ({ choice, note, by, channel });
