/** A person answers, by exactly one of the choices. Free text never approves, and a time-out never answers. */
import { type Answer, type QuestionInput, questionId } from '@harness/core/effects/question';
import { type Question, questionsOf } from '@harness/core/views/questions';
import type { AnswerMessage } from '../inbox.ts';
import type { Wait } from '../settling.ts';

export const waitForQuestion: Wait = async ({ key, effect }, { journal, world, signal }) => {
  const id = questionId(journal.run, key);
  const inbox = world.inbox(journal.run);
  const { choices } = effect.input as QuestionInput;
  for (;;) {
    const found = (await inbox.read()).find((received) => received.id === id)?.message;
    if (found?.type === 'answer' && choices.includes(found.choice))
      return { is: 'came', value: answerIn(found), by: id };
    const asked = questionsOf(journal.run, journal.log, new Map()).find((question) => question.id === id);
    if (!world.attended(asked as Question)) return { is: 'waiting' };
    await inbox.changed(signal);
    signal.throwIfAborted();
  }
};

const answerIn = ({ choice, note, by, channel }: AnswerMessage): Answer => ({ choice, note, by, channel });
