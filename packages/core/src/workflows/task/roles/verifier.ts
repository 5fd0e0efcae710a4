/** Summarises the check results in one line. The exit codes have already decided; it cannot change the result. */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import type { VerifierInput } from './inputs.ts';
import { answerOnly, joinInstructions, languageRule, materialRule, promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { replyLine, type TaskReply } from './task-reply.ts';

const instructions = joinInstructions(
  [
    'Summarise the result of finished checks in one line for people to read.',
    'Their exit codes have decided the result. You decide nothing: only summarise the report.',
  ].join('\n'),
  materialRule,
  promptSection(
    'Your work',
    '- `verify_report` is the content of the report at `verify_report_path`. Repeat its result, PASS or FAIL, even if you',
    '  would judge differently.',
    '- `build_cmd`, `test_cmd`, `lint_cmd` and `type_check_cmd` are the commands of the checks. `SKIP` means that a check',
    '  did not run, which is not a failure.',
    '- `changes_md_path` names the list of changed files that were scanned for TODO, FIXME and HACK. `todo_blocking` says',
    '  whether a match counts as a failure.',
    '- For a FAIL, name the first failed step and its problem, in the words of the report.',
    '- Do not invent numbers: omit anything that the report does not state. Run nothing and write no file.',
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
