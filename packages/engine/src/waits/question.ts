/** A person answers, by exactly one of the choices. Free text never approves, and a time-out never answers. */
import { type Answer, choiceIn, type QuestionInput, questionId } from '@harness/core/effects/question';
import { type Question, questionsOf } from '@harness/core/views/questions';
import type { AnswerMessage } from '../inbox.ts';
import type { Wait } from '../settling.ts';

export const waitForQuestion: Wait = async ({ key, effect }, { journal, world, signal }) => {
  const id = questionId(journal.run, key);
  const inbox = world.inbox(journal.run);
  const { choices } = effect.input as QuestionInput;
  for (;;) {
    const found = (await inbox.read()).find((received) => received.id === id)?.message;
    const choice = found?.type === 'answer' ? choiceIn(choices, found.choice) : undefined;
    if (found?.type === 'answer' && choice !== undefined)
      return { is: 'came', value: { ...answerIn(found), choice }, by: id };
    if (found) await inbox.reject(id); // what is no answer must not stand in the way of one
    const asked = questionsOf(journal.run, journal.log, new Map()).find((question) => question.id === id);
    if (!world.attended(asked as Question)) return { is: 'waiting' };
    await inbox.changed(signal);
    signal.throwIfAborted();
  }
};

const answerIn = ({ choice, note, by, channel }: AnswerMessage): Answer => ({ choice, note, by, channel });
