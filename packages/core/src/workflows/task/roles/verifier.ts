/** Summarises the check results in one line. The exit codes have already decided; it cannot change the result. */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import type { VerifierInput } from './inputs.ts';
import { answerOnly, joinInstructions, languageRule, materialRule, section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { replyLine, type TaskReply } from './task-reply.ts';

const instructions = joinInstructions(
  [
    'You put the result of finished checks into one line for people to read.',
    'The checks have been run and their exit codes have decided. You decide nothing: you word what is in the report.',
  ].join('\n'),
  materialRule,
  section(
    'Your work',
    '- `verify_report` is the report that lies at `verify_report_path`. Its result is the result: repeat it, PASS or FAIL,',
    '  even if you would judge otherwise.',
    '- `build_cmd`, `test_cmd`, `lint_cmd` and `type_check_cmd` are the commands behind it; `SKIP` was not run, which is',
    '  no failure. `changes_md_path` names the list of changed files that were scanned for TODO, FIXME and HACK;',
    '  `todo_blocking` says whether one of those counts as a failure.',
    '- For a FAIL name the first step that failed, and what went wrong there in the words of the report.',
    '- Invent no number: what the report does not say is left out. Run nothing and write no file.',
  ),
  languageRule,
  answerOnly(
    'PASS — build ok, test <passed>/<total>, lint <errors>/<warnings>, scan <n> TODO',
    'FAIL — <step>: <summary>',
  ),
);

const verdict = firstLine({ begins: ['PASS', 'FAIL'] });

export const verifier: Role<VerifierInput, TaskReply> = {
  id: 'task.verifier',
  mode: 'review',
  instructions,
  prompt: labelledInputs(
    'build_cmd',
    'test_cmd',
    'lint_cmd',
    'type_check_cmd',
    'todo_blocking',
    'changes_md_path',
    'verify_report_path',
    'verify_report',
    'user_lang',
  ),
  read: (reply) => ok({ line: replyLine(reply), readable: verdict(reply).is === 'match' }),
  samples: [
    { line: 'PASS — build ok', readable: true },
    { line: 'FAIL — test: 1 red', readable: true },
    { line: '', readable: false },
  ],
};
