/** Proposes a patch for checks that stay red, once per session. It gets paths and reads few files (W-113, WO-09). */

import { firstLine } from '../../../answer-contracts/first-line.ts';
import { ok } from '../../../failure/failure.ts';
import type { Reply, Role } from '../../../role/role.ts';
import type { ProposerInput } from './inputs.ts';
import {
  answerAfterFile,
  englishRule,
  fileTemplate,
  joinInstructions,
  materialRule,
  oneFile,
  promptSection,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { replyLine, type TaskReply } from './task-reply.ts';

const confidences = ['High', 'Medium', 'Low', 'Unknown'] as const;
export type Confidence = (typeof confidences)[number];
export type ProposerResult = TaskReply & { readonly confidence: Confidence };

const instructions = joinInstructions(
  [
    'The checks of a change failed repeatedly. Propose one small patch that makes them pass.',
    'A person decides whether to apply it; you apply nothing.',
    oneFile('output_path'),
  ].join('\n'),
  materialRule,
  promptSection(
    'What you may read',
    '- The files at `spec_path`, `changes_md_path` and `verify_report_path`.',
    '- The files in `failing_files_list`: at most 5 files, and at most 100 lines of each, around the failure.',
    '- No other file. If that is not enough to be sure, say so: low confidence is an honest answer.',
  ),
  promptSection(
    'The patch',
    '- Fix the cause that the report shows, in as few lines as possible. The spec still applies.',
    '- Do not weaken, skip or delete any test. Do not disable any check.',
    '- Change only files that you have read. Create a new file only if the fix requires it.',
    '- Write a unified diff with three lines of context that applies with `git apply`. For each file, write one line',
    '  `--- a/<path>` and one line `+++ b/<path>`, with paths relative to the repository root, then the hunks. The counts',
    '  in the `@@` lines must be correct.',
    '- If you find no fix, write no diff block and state under Limitations what you would need.',
  ),
  promptSection(
    'Confidence',
    '- High: you saw the cause, and the patch removes it.',
    '- Medium: the cause is likely, or the patch changes something that you could not see completely.',
    '- Low: a guess.',
  ),
  promptSection(
    'The file',
    fileTemplate(
      '# Auto-fix Patch',
      '',
      '<what the patch does, in one line>',
      '',
      '## Confidence',
      '<High, Medium or Low>',
      '',
      '## Diff',
      '```diff',
      '--- a/<path>',
      '+++ b/<path>',
      '@@ -<line>,<count> +<line>,<count> @@',
      '```',
      '',
      '## Rationale',
      '<the cause, where it is visible, and why the patch removes it>',
      '',
      '## Limitations',
      '<what you did not check, and what could still fail>',
    ),
  ),
  englishRule,
  answerAfterFile('auto_fix_patch written — confidence: <High, Medium or Low> — <what the patch does>'),
);

const readWritten = firstLine({ contains: ['written'] });
/** The word must end there: an unfilled form or "High-ish" is not a confidence. */
const confidencePattern = /^confidence\s*[:=]?\s*(high|medium|low|unknown)(?=\s*$|\s*[—–.,;(]|\s+-)/i;

/** A line without a confidence becomes one with Unknown (W-05). The file decides whether there is a patch. */
function read(reply: Reply): ProposerResult {
  const parsed = readWritten(reply);
  const word = parsed.is === 'match' ? confidencePattern.exec(parsed.value.summary)?.[1]?.toLowerCase() : undefined;
  const confidence = confidences.find((one) => one.toLowerCase() === word);
  if (confidence) return { line: replyLine(reply), readable: true, confidence };
  const reason = replyLine(reply) || 'no answer';
  return { line: `auto_fix_patch written — confidence: Unknown — ${reason}`, readable: false, confidence: 'Unknown' };
}

export const autoFixProposer: Role<ProposerInput, ProposerResult> = {
  id: 'task.auto-fix-proposer',
  mode: 'review',
  instructions,
  prompt: labelledInputs('spec_path', 'changes_md_path', 'verify_report_path', 'failing_files_list', 'output_path'),
  output: { path: ({ output_path }) => output_path, whenMissing: 'store-reply' },
  read: (reply) => ok(read(reply)),
  samples: [
    { line: 'auto_fix_patch written — confidence: High — adds a guard', readable: true, confidence: 'High' },
    { line: 'auto_fix_patch written — confidence: Low — a guess', readable: true, confidence: 'Low' },
    { line: 'auto_fix_patch written — confidence: Unknown — no answer', readable: false, confidence: 'Unknown' },
  ],
};
