/** Builds the sections of docs/workflows/mission.md about questions and files. */
import { questions as shared } from '@harness/core/effects/question';
import { memoryFile } from '@harness/core/memory/long-memory';
import { rawFile } from '@harness/core/memory/session-memory';
import { summaryFile } from '@harness/core/memory/summary';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { code, table } from './markdown.ts';

const questions = { ...shared, ...missionCodes.questions };

const occasions: readonly (readonly [keyof typeof questions, string])[] = [
  ['checkpoint', 'the mission reaches a checkpoint'],
  ['baseline', 'a configured or detected check is red before any work'],
  [
    'tests',
    'a worker weakens existing tests, changes what the checks run or how strict they are, or instructs later agents',
  ],
  ['scope', 'a worker changes files outside the `files` of its feature'],
];

const files: readonly (readonly [string, string])[] = [
  ['.harness/features.json', 'the plan, with statuses and attempts'],
  ['.harness/validation-contract.md', 'the assertions that the features claim'],
  ['.harness/plan-review.md', 'the answer of the plan reviewer'],
  ['.harness/worktrees/<feature>', 'the lane of a feature, until it is merged'],
  ['.harness/escalation.md', 'why the mission needs a person; deleted when it continues'],
  [
    '.harness/checkpoint-<name>.md',
    'what a checkpoint waits for; `.granted` grants it, `.checkpoint-<name>.fired` records that it fired',
  ],
  [[rawFile, summaryFile, memoryFile].join(', '), 'the memory of the mission'],
  ['.harness/debug/<feature>.md', 'the findings of the debugger'],
  ['.harness/issues.md, .harness/pending-issues.jsonl', 'issues filed by validators'],
  ['.harness/snapshots/<time>-iter-NNN', 'copies of the state files after a decision'],
  ['.harness/hooks/<name>.sh', 'your own scripts, called by the mission'],
  ['.harness/missions/<run>', 'all these files of a finished mission, with `mission.archiveOnDone`'],
  [
    '.harness/runs/<run>/journal.jsonl',
    'the journal of the mission or of a lane; all other files are generated from the journals',
  ],
  ['docs/features/<feature>.md', 'a page about a feature, merged with the product'],
];

export const questionsSection = (): readonly string[] => [
  '## Questions',
  'A mission asks a person only in the cases below. A lane with an open question does not stop the others. When all lanes wait, the command exits 8. `harness questions` lists the questions, `harness answer` answers one, `harness resume` continues. At a terminal the command asks directly.',
  table(
    ['header', 'when', 'options'],
    occasions.map(([name, when]) => [code(questions[name].header), when, questions[name].choices.map(code).join(', ')]),
  ),
  'An escalation (exit 3) is not a question. Read `.harness/escalation.md`, fix the problem, and run `harness resume`.',
];

export const filesTable = (): readonly string[] => [
  '## Files',
  table(
    ['file', 'content'],
    files.map(([path, about]) => [path.split(', ').map(code).join(', '), about]),
  ),
  'Only you and the harness write below `.harness`. Files that an agent writes there in its lane are saved under a ref, reported as denied, and never checked, judged or merged. You may commit `features.json`, `validation-contract.md` and `memory/MEMORY.md`; git ignores the rest.',
];
