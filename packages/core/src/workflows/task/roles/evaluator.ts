/** Judges a change against the spec without its author and reasons, which would bias the verdict (W-126, W-128). */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { ok } from '../../../failure/failure.ts';
import type { Reply, Role } from '../../../role/role.ts';
import type { EvaluatorInput } from './inputs.ts';
import {
  answerAfterFile,
  fileTemplate,
  joinInstructions,
  languageRule,
  materialRule,
  oneFile,
  section,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { replyLine, type TaskReply } from './task-reply.ts';

/** The failed layer: none, the spec's requirements (L2), or quality (L3). */
export type FailedLayer = 'none' | 'L2' | 'L3';
export type EvaluatorResult = TaskReply & { readonly layer: FailedLayer };

const reportForm = fileTemplate(
  '## QA Report — Round <round_num>',
  '',
  '### Verdict: <PASS or FAIL>',
  '',
  '### Layer 2',
  '',
  '#### Completion Criteria',
  '| Criterion | Met | Evidence |',
  '|---|---|---|',
  '| <criterion> | <YES or NO> | <path:line> |',
  '',
  '#### Changed Files',
  '| File | Spec item |',
  '|---|---|',
  '| <path> | <criterion or section, or SCOPE VIOLATION> |',
  '',
  '#### Test Coverage',
  '<criteria without a test; a warning, no failure>',
  '',
  '#### Diff Risk',
  '<Low, Medium or High>: <reason>',
  '',
  '### Layer 3',
  '| Criterion | Result | Reason |',
  '|---|---|---|',
  '| Completion | <PASS or FAIL> | <reason, with path:line> |',
  '| Scope | | |',
  '| Bug-free | | |',
  '| Consistency | | |',
  '| Minimal change | | |',
  '',
  '#### Pre-mortem',
  '1. <cause>',
  '2. <cause>',
  '',
  '### Fix Instructions',
  '1. <path:line>: <what is wrong> — <what is right>',
);

const instructions = joinInstructions(
  [
    'You judge a change against its specification. Judge what is in the files, by what you can point at.',
    oneFile('qa_report_path'),
  ].join('\n'),
  materialRule,
  section(
    'What to look at',
    '- `spec_content` says what is wanted. `changed_files_list` names the files that changed: read them, and what they use.',
    '- `verify_context` says whether the mechanical checks, Layer 1, were run and how they ended. `build_cmd` and `test_cmd`',
    '  are their commands; `test_available` says whether there are tests at all. Run none of them.',
    '- Open no notes, lists or reports about the change but the one that `verify_context` names.',
    '- Judge as if nobody had judged before, whatever `round_num` says.',
  ),
  section(
    'Layer 2: is it what was asked for?',
    '- Each completion criterion: YES or NO, with a path and a line. What you cannot point at is NO.',
    '- Each changed file: which item of the spec it serves. A file that serves none, or lies outside `scope`, is a',
    '  scope violation.',
    '- Criteria that no test covers are a warning. Without tests say so, and go on.',
    '- How risky is the difference, and why? This informs; it does not fail.',
    'One NO or one scope violation fails Layer 2. Then Layer 3 is not looked at: write `Skipped.` below its heading.',
  ),
  section(
    'Layer 3: is it well done?',
    '- Completion: nothing is half done, left out or only pretended.',
    '- Scope: nothing beyond what was asked for.',
    '- Bug-free: you find no input or order of events for which it is wrong.',
    '- Consistency: it is written as the files around it are.',
    '- Minimal change: nothing differs that need not.',
    'Then a pre-mortem: it is a month later and this change has done harm. Name the two most likely causes. A cause that',
    'can be shown in the files today is a bug.',
    'One FAIL fails Layer 3. Taste fails nothing.',
  ),
  section(
    'The file',
    reportForm,
    'The verdict stands once, on a line of its own: `### Verdict: PASS` or `### Verdict: FAIL`, exactly so, in no other language.',
    'Fix Instructions can be followed by somebody who has read nothing else. After a PASS they hold the word `None.`',
  ),
  languageRule,
  answerAfterFile('PASS — <summary>', 'FAIL L2 — N items failed: <which>', 'FAIL L3 — <summary>'),
);

const verdict = firstLine({ begins: ['PASS', 'FAIL', 'FAIL L2', 'FAIL L3'] });
/** A FAIL without a layer counts as Layer 3, where a person decides (W-130). */
const layers = { PASS: 'none', 'FAIL L2': 'L2', 'FAIL L3': 'L3', FAIL: 'L3' } as const;

/** An unreadable answer is never a PASS: a person decides (WO-16). */
function read(reply: Reply): EvaluatorResult {
  const parsed = verdict(reply);
  if (parsed.is === 'unreadable') return { line: replyLine(reply), readable: false, layer: 'L3' };
  return { line: replyLine(reply), readable: true, layer: layers[parsed.value.word] };
}

export const evaluator: Role<EvaluatorInput, EvaluatorResult> = {
  id: 'task.evaluator',
  mode: 'review',
  judges: true,
  instructions,
  prompt: labelledInputs(
    'spec_content',
    'changed_files_list',
    'scope',
    'verify_context',
    'test_available',
    'build_cmd',
    'test_cmd',
    'round_num',
    'user_lang',
    'qa_report_path',
  ),
  output: { path: ({ qa_report_path }) => qa_report_path, whenMissing: 'store-reply' },
  read: (reply) => ok(read(reply)),
  claim: ({ layer, line }) => (layer === 'none' ? { claims: 'clean', said: line } : null),
  setback: (line) => ({ line, readable: true, layer: 'L2' }),
  samples: [
    { line: 'PASS — all met', readable: true, layer: 'none' },
    { line: 'FAIL L2 — 1 items failed: a', readable: true, layer: 'L2' },
    { line: 'FAIL L3 — a bug', readable: true, layer: 'L3' },
    { line: '', readable: false, layer: 'L3' },
  ],
};
