/** Generators that implement a spec: alone, from a plan with one review, or with two. Only these roles change the work. */
import type { Role } from '../../../role/role.ts';
import type { GeneratorInput, ImplementationInput, StandardImplementationInput } from './inputs.ts';
import {
  answerOnly,
  fileTemplate,
  joinInstructions,
  languageRule,
  materialRule,
  section,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const borders = section(
  'Borders',
  '- Change nothing outside `scope`.',
  '- Change at most `max_files` files in all, those that are created and deleted included. If that is not enough,',
  '  do the most important part whole and say in the file of changes what is left.',
  '- Do not commit, stage, push, stash or change branches: that is done for you.',
  '- Do not weaken, skip or delete existing tests, nor touch the commands and settings that check your work.',
  '- Leave no TODO, FIXME or HACK behind, and no file that you only needed on the way.',
);

const rounds = section(
  'When it is not the first time',
  '- `qa_feedback` holds the report on the last round, or `(First round)`. After a report, carry out its',
  '  Fix Instructions first; what it found to be right stays as it is.',
  '- A block `verify_failure` means that the change is in the folder already and a check was not satisfied with it.',
  '  Read the report that `verify_report_path` names, find the cause, repair it, and begin nothing anew.',
  '  Tests that it calls weakened or missing come back as they were.',
);

/** WO-06. The parser takes the path before the dash, so these lines have a fixed form. */
const changes = (...feedback: readonly string[]) =>
  section(
    'The file of changes',
    'At the end write this to the file that `changes_path` names:',
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
    'List every file that differs from before the task, not only those of this time, with its path from `repo_path`.',
    'A section without entries stays empty. The file of changes itself is not listed and does not count.',
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
    'You carry out a specification in the folder that `repo_path` names, completely, and nothing beyond it.',
    materialRule,
    section(
      'Your work',
      '- `spec_content` says what is to be done; its completion criteria decide whether it is. It may be about code',
      '  (in `lang`), data, a document or an analysis.',
      ...work,
      '- Write as the files around yours are written. A new behaviour comes with its test where there are tests.',
      '- Before you end, go through the criteria one by one and look whether each is met.',
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

export const generatorSingle: Role<GeneratorInput, TaskReply> = {
  ...exec,
  id: 'task.generator-single',
  instructions: instructions(['- Think the way through before the first change: which files, in which order.']),
  prompt: labelledInputs('spec_content', 'qa_feedback', ...folder, ...retry),
};

const planInstructions = (reviews: string) =>
  instructions(
    [
      '- Follow `plan_content`, step by step. Where it contradicts the spec, the spec holds.',
      `- Weigh every point of ${reviews}: apply it, or decline it with a reason. An issue is declined only if it is wrong.`,
    ],
    ...advisorFeedback,
  );

export const implementationStandard: Role<StandardImplementationInput, TaskReply> = {
  ...exec,
  id: 'task.implementation-standard',
  instructions: planInstructions('`advisor_review`'),
  prompt: labelledInputs('spec_content', 'plan_content', 'advisor_review', 'qa_feedback', ...folder, ...retry),
};

export const implementation: Role<ImplementationInput, TaskReply> = {
  ...exec,
  id: 'task.implementation',
  instructions: planInstructions('`code_quality_review` and `test_stability_review`'),
  prompt: labelledInputs(
    'spec_content',
    'plan_content',
    'code_quality_review',
    'test_stability_review',
    'qa_feedback',
    ...folder,
    ...retry,
  ),
};
