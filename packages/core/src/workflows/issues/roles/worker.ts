/** Makes the change of one group (I-30, I-31, I-66). Its word completes nothing: the harness checks and commits. */

import { ok } from '../../../failure/failure.ts';
import { joinSections, numberedList, roleSection, textOf } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { factLines, inputRules } from './prompt-text.ts';
import type { IssueWorkerInput } from './role-input.ts';
import { readWorkerLines, type WorkerLines } from './worker-lines.ts';

const instructions = joinSections(
  'Make one change group of a planned issue, in the current folder.',
  inputRules,
  roleSection(
    'How to work',
    '- Make only the change of this group. Other groups are made before or after this call.',
    '- Change only the files of the list `files`. A change of any other file is refused, and the group with it.',
    '- Write the test first, see it fail, then write the code that makes it pass. A change needs a test that fails without it.',
    '- Keep every invariant, and every constraint of the issue. If a skill of the list fits, apply it.',
    '- Do not weaken, delete or skip a test, and do not change the commands that check your work.',
    '- Never change a file below `subsystems_knowledge`, `.harness`, `.claude` or `.git`.',
    '- Do not commit, reset, push or change branches: the harness commits. Print no secret.',
    '- The harness runs the invariants and the tests itself. Run the commands of the list before you finish.',
    '- If the prompt has the reason why the last attempt was refused, find its cause, and take another way than before.',
  ),
  roleSection(
    'Your answer',
    'Answer with a short text: what you changed, and why.',
    'Add a line `FRICTION: <what made the work hard>` for anything that would slow down the next agent too.',
    'If you cannot go on, add one line `BLOCKED: <a concrete question>`: the request is ambiguous, access is missing, a decision of a person is needed, or the risk is too high.',
    'If something must exist first that another issue has to build, write `BLOCKED: missing dependency: <what>`.',
  ),
);

export const issueWorker: Role<IssueWorkerInput, WorkerLines> = {
  id: 'issues.worker',
  mode: 'exec',
  instructions,
  prompt: (input, readText) =>
    joinSections(
      fenceText('issue', readText(input.text)),
      numberedList('acceptance criteria', input.criteria),
      numberedList('constraints', input.constraints),
      numberedList('notes of a person', input.notes),
      numberedList('skills', input.skills),
      fenceText('group', joinSections(input.title, input.changes)),
      numberedList('files', input.files),
      numberedList(
        'invariants',
        input.invariants.map(
          ({ id, text, command }) => `${id}: ${text}${command === undefined ? '' : ` (${command})`}`,
        ),
      ),
      numberedList('commands', input.commands),
      input.fault === null ? '' : fenceText('why the last attempt was refused', textOf(input.fault, readText)),
      factLines({ Issue: input.issue, Goal: input.goal, Group: `${input.n}/${input.of}` }),
    ),
  read: ({ text }) => ok(readWorkerLines(text)),
  claim: ({ said, blocked }) => (blocked === null ? { claims: 'work', said } : null),
  samples: [
    { friction: [], blocked: null, said: 'done' },
    { friction: ['the test takes long'], blocked: null, said: 'done' },
    { friction: [], blocked: 'Which currency?', said: '' },
    { friction: [], blocked: 'missing dependency: a parser', said: '' },
  ],
};
