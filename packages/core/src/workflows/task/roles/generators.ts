/** Generators that implement a spec: alone, from a plan with one review, or with two. Only these roles change the work. */
import type { Role } from '../../../role/role.ts';
import type { ReadText } from '../../../text/text.ts';
import { frozenText } from '../../converge/implementer.ts';
import type { GeneratorInput, ImplementationInput, StandardImplementationInput } from './inputs.ts';
import {
  answerOnly,
  fileTemplate,
  joinInstructions,
  languageRule,
  materialRule,
  promptSection,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const borders = promptSection(
  'Limits',
  '- Change nothing outside `scope`.',
  '- Change at most `max_files` files in total, including created and deleted ones. If that is not enough,',
  '  complete the most important part and state the remaining work in the change list.',
  '- Do not commit, stage, push, stash or change branches: the harness does that.',
  '- Do not weaken, skip or delete existing tests. Do not touch the commands and settings that check your work.',
  '- Leave no TODO, FIXME or HACK behind, and no temporary files.',
);

const rounds = promptSection(
  'Later rounds and retries',
  '- `qa_feedback` is the report on the last round, or `(First round)`. After a report, carry out its',
  '  Fix Instructions first. Do not change what it found correct.',
  '- A block `verify_failure` means that the change is already in the folder and a check rejected it.',
  '  Read the report at the path in `verify_report_path`, find the cause and fix it. Do not start over.',
  '  Restore the tests that it calls weakened or missing to their original state.',
  '  If its section Proof says FAIL, the checks are green, but nothing shows that the change works: add what it asks for.',
);

/** WO-06. The parser takes the path before the dash, so these lines have a fixed form. */
const changes = (...feedback: readonly string[]) =>
  promptSection(
    'The change list',
    'At the end, write this file to the path in `changes_path`:',
    '',
    fileTemplate(
      '# Round <round_num> Changes',
      '',
      '## Modified Files',
      '- <path> — <reason>',
      '',
      '## Created Files',
      '- <path> — <reason>',
      '',
      '## Deleted Files',
      '- <path> — <reason>',
      ...feedback,
    ),
    'List every file that differs from its state before the task, not only the files of this round or retry.',
    'Write each path relative to `repo_path`. Leave a section without entries empty.',
    'Do not list the change list itself; it does not count as a changed file.',
  );

const advisorFeedback = [
  '',
  '## Advisor Feedback Applied',
  '- <point> — <where>',
  '',
  '## Advisor Feedback Declined',
  '- <point> — <reason>',
];

const instructions = (work: readonly string[], ...feedback: readonly string[]) =>
  joinInstructions(
    'Carry out a specification in the folder at `repo_path`. Do all of it, and nothing beyond it.',
    materialRule,
    promptSection(
      'Your work',
      '- `spec_content` states what to do; its completion criteria decide whether it is done. It may be about code',
      '  (in `lang`), data, a document or an analysis.',
      ...work,
      '- Follow the style of the surrounding files. If the repository has tests, add a test for each new behaviour.',
      '  It must fail without your change, because it checks a result and not only that a file exists or can be loaded.',
      '- Before you finish, check each criterion and confirm that it is met.',
    ),
    borders,
    rounds,
    changes(...feedback),
    languageRule,
    answerOnly('N files changed — <base names, separated by commas>'),
  );

const exec = { mode: 'exec', read: readTaskReply('changed'), samples: taskReplySamples } as const;
const folder = ['repo_path', 'lang', 'scope', 'max_files', 'user_lang', 'round_num', 'changes_path'] as const;
const retry = ['verify_failure', 'verify_report_path'] as const;

type Prompt<Input> = (input: Input, read: ReadText) => string;

/** Names the acceptance tests of another role last, if there are any. */
const withFrozenTests =
  <Input extends GeneratorInput>(prompt: Prompt<Input>): Prompt<Input> =>
  (input, read) =>
    [prompt(input, read), frozenText(input.frozen ?? [])].filter((part) => part !== '').join('\n\n');

export const generatorSingle: Role<GeneratorInput, TaskReply> = {
  ...exec,
  id: 'task.generator-single',
  instructions: instructions(['- Before the first change, decide which files to change and in which order.']),
  prompt: withFrozenTests(labelledInputs('spec_content', 'qa_feedback', ...folder, ...retry)),
};

const planInstructions = (reviews: string) =>
  instructions(
    [
      '- Follow `plan_content` step by step. If it contradicts the spec, follow the spec.',
      `- Consider every point of ${reviews}: apply it, or decline it with a reason. Decline an issue only if it is wrong.`,
    ],
    ...advisorFeedback,
  );

export const implementationStandard: Role<StandardImplementationInput, TaskReply> = {
  ...exec,
  id: 'task.implementation-standard',
  instructions: planInstructions('`advisor_review`'),
  prompt: withFrozenTests(
    labelledInputs('spec_content', 'plan_content', 'advisor_review', 'qa_feedback', ...folder, ...retry),
  ),
};

export const implementation: Role<ImplementationInput, TaskReply> = {
  ...exec,
  id: 'task.implementation',
  instructions: planInstructions('`code_quality_review` and `test_stability_review`'),
  prompt: withFrozenTests(
    labelledInputs(
      'spec_content',
      'plan_content',
      'code_quality_review',
      'test_stability_review',
      'qa_feedback',
      ...folder,
      ...retry,
    ),
  ),
};
