/** Finds out why a task keeps failing, before its third retry (A-54, AO-44). It did not build the task. */
import { nonEmptyLines } from '../../../answer-contracts/plain.ts';
import { ok } from '../../../failure/failure.ts';
import { unreadableBecause } from '../../../role/json-answer.ts';
import { joinSections, roleSection, textOf } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { boundedText } from '../../../text/bounded-text.ts';
import { approvedParts, dispatchText, inputRules, readOnlyRules } from './prompt-text.ts';
import type { TaskDiagnosticianInput } from './session-input.ts';

export interface TaskDiagnosis {
  /** For the next executor and a person. */
  readonly note: string;
}

const instructions = joinSections(
  [
    'Find out why a task keeps failing. Another agent built it, and two fixes failed.',
    'This text is the skill harness-debugging.',
  ].join('\n'),
  inputRules,
  roleSection(
    'How to diagnose',
    ...readOnlyRules,
    '- Read the task in the approved plan, the errors, and the files that they name. Follow the imports as far as the cause.',
    '- Do not guess: name the file and the line, what happens there, and what should happen. Mark anything uncertain as a suspicion.',
    '- Say why the tried fixes could not work. If the plan itself is wrong, say so, and which sentence of it.',
    '- End with the smallest change that removes the cause. Do not make it.',
  ),
  roleSection('Your answer', 'Answer with plain text of at most 500 words. The next executor gets all of it.'),
);

const maxNote = 6_000;

export const taskDiagnostician: Role<TaskDiagnosticianInput, TaskDiagnosis> = {
  id: 'autopilot.diagnostician',
  persona: 'harness-verifier', // it judges work that it did not do, like the verifier; the four personas are a closed list
  mode: 'review',
  isAside: true,
  instructions,
  prompt: (input, readText) =>
    joinSections(
      ...approvedParts(input, readText),
      input.output === undefined ? '' : fenceText('output of the checks', textOf(input.output, readText)),
      ...input.errors.map((text, at) => fenceText(`error of attempt ${at + 1}`, textOf(text, readText))),
      fenceText('task', `${input.task.n}. ${input.task.title}`),
      dispatchText(input, { skill: 'harness-debugging', facts: { Plan: input.plan_path } }),
    ),
  read: ({ text }) =>
    nonEmptyLines(text).length === 0 ? unreadableBecause('empty') : ok({ note: boundedText(text, maxNote) }),
  claim: () => null,
  samples: [{ note: 'src/a.ts:3 never returns' }],
};
