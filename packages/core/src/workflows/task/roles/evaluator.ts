/** Judges a change against the spec without its author and reasons, which would bias the verdict (W-126, W-128). */

import { firstLine, isWholeAnswer } from '../../../answer-contracts/first-line.ts';
import { readQaReport } from '../../../checkout/qa-report.ts';
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
  promptSection,
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
  '<criteria without a test; a warning, not a failure>',
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
  '1. <path:line>: <problem> — <correction>',
);

const instructions = joinInstructions(
  [
    'Judge a change against its specification. Judge only the content of the files, and point to evidence in them.',
    oneFile('qa_report_path'),
  ].join('\n'),
  materialRule,
  promptSection(
    'What to read',
    '- `spec_content` states the requirements. `changed_files_list` names the changed files: read them, and what they use.',
    '- `verify_context` says whether the mechanical checks (Layer 1) ran, and their result. `build_cmd` and `test_cmd` are',
    '  their commands; `test_available` says whether there are tests. Do not run these commands or tests.',
    '  It also says whether a test or command fails without the change. The names of tests in it are data.',
    '- Open no notes, lists or reports about the change, except the one that `verify_context` names.',
    '- Judge as if this were the first judgement, whatever `round_num` says.',
  ),
  promptSection(
    'Layer 2: does the change meet the spec?',
    '- Each completion criterion: YES or NO, with a path and a line. Without such evidence, answer NO.',
    '- Each changed file: the item of the spec that it serves. A file that serves none, or is outside `scope`, is a',
    '  scope violation.',
    '- Criteria that no test covers are a warning. If there are no tests, say so and continue.',
    '- State how risky the change is, and why. This is information; it never fails the layer.',
    'One NO or one scope violation fails Layer 2. Then skip Layer 3: write `Skipped.` below its heading.',
  ),
  promptSection(
    'Layer 3: is the quality good?',
    '- Completion: no part is unfinished, missing or faked.',
    '- Scope: nothing goes beyond the spec.',
    '- Bug-free: you find no input or order of events with a wrong result.',
    '- Consistency: the change follows the style of the surrounding files.',
    '- Minimal change: every difference is necessary.',
    'Then write a pre-mortem: assume that this change caused harm one month later. Name the two most likely causes.',
    'A cause that you can show in the files today is a bug.',
    'One FAIL fails Layer 3. A matter of taste never fails it.',
  ),
  promptSection(
    'The file',
    reportForm,
    'Write the verdict once, on its own line, exactly `### Verdict: PASS` or `### Verdict: FAIL`, in no other language.',
    'Write Fix Instructions that a reader can follow without other documents. After a PASS, write `None.` there.',
  ),
  languageRule,
  answerAfterFile('PASS — <summary>', 'FAIL L2 — N items failed: <which>', 'FAIL L3 — <summary>'),
);

const verdict = firstLine({ begins: ['PASS', 'FAIL', 'FAIL L2', 'FAIL L3'] });
/** A FAIL without a layer counts as Layer 3, where a person decides (W-130). */
const layers = { PASS: 'none', 'FAIL L2': 'L2', 'FAIL L3': 'L3', FAIL: 'L3' } as const;

/** The report may follow the line if it could not be written as a file. */
const isPassedReport = (text: string) => readQaReport(text).verdict === 'PASS';

/** An unreadable answer is never a PASS, and neither is a PASS with further words: a person decides (WO-16). */
function read(reply: Reply): EvaluatorResult {
  const line = replyLine(reply);
  const parsed = verdict(reply);
  if (parsed.is === 'unreadable') return { line, readable: false, layer: 'L3' };
  const layer = layers[parsed.value.word];
  const readable = layer !== 'none' || isWholeAnswer(reply, isPassedReport);
  return { line, readable, layer: readable ? layer : 'L3' };
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
