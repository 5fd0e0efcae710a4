/** Of docs/workflows/mission.md: what is asked of a person, and which files there are. */
import { questions as shared } from '@harness/core/effects/question';
import { memoryFile } from '@harness/core/memory/long-memory';
import { rawFile } from '@harness/core/memory/session-memory';
import { summaryFile } from '@harness/core/memory/summary';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { code, table } from './markdown.ts';

const questions = { ...shared, ...missionCodes.questions };

const asked: readonly (readonly [keyof typeof questions, string])[] = [
  ['checkpoint', 'it has come to a checkpoint'],
  ['tests', 'a worker takes away from the tests of the base, or changes what the checks run or how strict they are'],
  ['scope', 'a worker leaves the `files` of its feature'],
];

const files: readonly (readonly [string, string])[] = [
  ['.harness/features.json', 'the plan, with statuses and attempts'],
  ['.harness/validation-contract.md', 'the assertions that the features claim'],
  ['.harness/plan-review.md', 'what the reviewer of the plan said'],
  ['.harness/worktrees/<feature>', 'its lane, until it is merged'],
  ['.harness/escalation.md', 'why a person is needed; gone when it is led on'],
  [
    '.harness/checkpoint-<name>.md',
    'what a checkpoint waits for; `.granted` grants it, `.checkpoint-<name>.fired` says that it was',
  ],
  [[rawFile, summaryFile, memoryFile].join(', '), 'what it remembers'],
  ['.harness/debug/<feature>.md', 'what the debugger found'],
  ['.harness/issues.md, .harness/pending-issues.jsonl', 'what validators filed'],
  ['.harness/snapshots/<time>-iter-NNN', 'how it stood after a decision'],
  ['.harness/hooks/<name>.sh', 'yours: called on the way'],
  ['.harness/missions/<run>', 'all of these of a mission that is done, with `mission.archiveOnDone`'],
  [
    '.harness/runs/<run>/journal.jsonl',
    'what happened, of the mission and of each lane: the truth of which the others are views',
  ],
  ['docs/features/<feature>.md', 'a page about a feature, merged with the product'],
];

export const people = (): readonly string[] => [
  '## What is asked of you',
  'Nothing, as long as nothing stands in the way. A lane that waits for an answer holds up no other; when all of them wait, the command exits 8. `harness questions` lists what is asked, `harness answer` answers it, `harness resume` goes on; at a terminal you are asked there.',
  table(
    ['header', 'when', 'answers'],
    asked.map(([name, when]) => [code(questions[name].header), when, questions[name].choices.map(code).join(', ')]),
  ),
  'An escalation (exit 3) is no question: read `.harness/escalation.md`, put right what it says, and resume.',
];

export const filesTable = (): readonly string[] => [
  '## The files',
  table(
    ['file', ''],
    files.map(([path, about]) => [path.split(', ').map(code).join(', '), about]),
  ),
  'Below `.harness` only the harness and you write. What an agent puts there in its lane is kept under a ref, told as denied, and no part of what is checked, judged or merged. `features.json`, `validation-contract.md` and `memory/MEMORY.md` may be committed; git ignores the rest.',
];
