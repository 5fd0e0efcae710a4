/** Builds the tasks of a plan up to the next checkpoint, or fixes findings (A-45, A-66, A-81). Its word completes nothing. */
import * as z from 'zod';
import { type Learning, learningOutcomes } from '../../../effects/autopilot.ts';
import { ok } from '../../../failure/failure.ts';
import {
  answerList,
  jsonReader,
  linesOf,
  paragraphOf,
  readable,
  tailOf,
  unreadableBecause,
} from '../../../role/json-answer.ts';
import type { PromptText } from '../../../role/prompt-text.ts';
import { joinSections, jsonAnswer, numberedList, roleSection, textOf } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { planFolders } from '../../../sessions/plan-file.ts';
import type { ReadText } from '../../../text/text.ts';
import { dispatchText, findingLine, handoffForm, inputRules } from './prompt-text.ts';
import { type CheckpointAnswer, type TaskExecutorInput, type TaskRetry, wholeWork } from './session-input.ts';

export interface TaskExecutorAnswer {
  /** Numbers of tasks or findings, ascending, without doubles. */
  readonly completed: readonly number[];
  readonly failed: { readonly task: number; readonly error: string } | null;
  readonly output: string;
  readonly concerns: readonly string[];
  readonly learnings: readonly Learning[];
}

const instructions = joinSections(
  [
    'Build tasks of an approved plan, in their order, in the current folder.',
    'This text is the skill harness-execution.',
  ].join('\n'),
  inputRules,
  roleSection(
    'How to work',
    '- Build only the tasks of the line `TASKS: <first>-<last>`, exactly as the approved plan says. The file behind `Plan:` may have been edited since. Other tasks are built before or after this call.',
    '- `TASKS: 0-0` means: all tasks are built, and the work as a whole was sent back. Repair what the error says; then `completed` is ["0"].',
    '- A line `FINDINGS: <first>-<last>` instead means: fix these findings, each with the smallest change that removes its cause.',
    '- Write the test first, see it fail, then write the code that makes it pass. Run the checks of the repository after each task.',
    '- If a task fails twice, stop there and report it. Do not start a later task.',
    '- Do not commit, reset, push or change branches: the harness commits. Do not change the spec or a plan, and write no plan of another phase.',
    '- Do not weaken, delete or skip a test, and do not change the commands that check your work.',
    '- Below `.harness` write only the files that this text names.',
    '- The harness runs all checks itself. A task that you call complete while a check is red is a failed task.',
  ),
  roleSection(
    'Notes of the session',
    'After each task, update the file `state.json` in the folder behind `Session folder:`:',
    '',
    '{ "schemaVersion": 1, "position": { "phase": 1, "task": 2 }, "progress": { "1": "complete", "2": "in_progress", "3": "pending" },',
    '  "decisions": [{ "date": "…", "decision": "…", "context": "…" }], "blockers": [{ "id": "…", "description": "…", "status": "open" }],',
    '  "lastSession": "<session>" }',
    '',
    'Keep the entries of other tasks. If the call has a line `Scratchpad:`, research and notes longer than the given number',
    'of words belong into a file in that folder, not into the handoff or the answer. In the rigor thorough, keep there also',
    'what you read and tried in each task. Without that line, take no such notes.',
  ),
  handoffForm('Write it when you are done, and also if a task fails or something blocks you.'),
  jsonAnswer(
    '{ "completed": ["1", "2"], "failed": null, "output": "…", "concerns": ["…"], "learnings": [{ "outcome": "gotcha", "text": "…" }] }',
    '`completed` lists the numbers of the tasks or findings that are complete. `failed` is null, or { "task": "3", "error": "…" } with the first error message.',
    '`output` is the end of the last output of the checks.',
    '`outcome` is success, failure, gotcha, decision or observation. Add only learnings that help in a later phase.',
  ),
);

const taskNumber = z.string().regex(/^(?:0|[1-9]\d{0,5})$/);
const answerType = z.object({
  completed: z.array(taskNumber).max(1_000),
  failed: z.object({ task: taskNumber, error: z.string() }).nullable(),
  output: z.string(),
  concerns: answerList(z.string()),
  learnings: answerList(z.object({ outcome: z.enum(learningOutcomes), text: z.string() })),
});

const { schema, read } = jsonReader(answerType, ({ completed, failed, output, concerns, learnings }) => {
  const numbers = [...new Set(completed.map(Number))].sort((one, other) => one - other);
  const failure = failed && { task: Number(failed.task), error: paragraphOf(failed.error) };
  if (failure !== null && numbers.includes(failure.task))
    return unreadableBecause(`task ${failure.task} is both complete and failed`);
  return readable({
    completed: numbers,
    failed: failure,
    output: tailOf(output),
    concerns: linesOf(concerns),
    learnings: learnings.map(({ outcome, text }) => ({ outcome, text: paragraphOf(text) })),
  });
});

export const taskExecutor: Role<TaskExecutorInput, TaskExecutorAnswer> = {
  id: 'autopilot.executor',
  persona: 'harness-task-executor',
  mode: 'exec',
  instructions,
  prompt: (input, readText) =>
    joinSections(
      input.approved === undefined ? '' : fenceText('approved plan', textOf(input.approved, readText)),
      numberedList('decisions of a person', input.answers.map(answerLine)),
      ...(input.retry === null ? [] : retryParts(input.retry, readText)),
      ...workParts(input),
      dispatchText(input, {
        skill: 'harness-execution',
        facts: { ...planFacts(input), 'Session folder': input.session_dir, ...scratchpadFacts(input) },
      }),
    ),
  writes: ({ session_dir: folder, handoff_path: handoff, scratchpad }) => [
    `${folder}state.json`,
    handoff,
    ...(scratchpad === null ? [] : [scratchpad]),
  ],
  mustLeave: ({ spec_path: spec }) => planFolders(spec), // a planner or a person writes the plans of later phases
  schema,
  read,
  judge(answer, input) {
    if (input.tasks.some(({ n }) => n === wholeWork)) return ok(answer); // it may name any task that it repaired
    const sent = new Set(numbersSent(input));
    const named = [...answer.completed, ...(answer.failed === null ? [] : [answer.failed.task])];
    const stray = named.find((number) => !sent.has(number));
    return stray === undefined ? ok(answer) : unreadableBecause(`task ${stray} was not part of this call`);
  },
  claim: ({ completed }) =>
    completed.length === 0 ? null : { claims: 'work', said: `completed ${completed.slice(0, 20).join(', ')}` },
  samples: [
    { completed: [1, 2, 3], failed: null, output: '', concerns: [], learnings: [] },
    { completed: [1], failed: null, output: '', concerns: [], learnings: [] },
    { completed: [], failed: { task: 1, error: 'it throws' }, output: '', concerns: [], learnings: [] },
  ],
};

/** The numbers that an answer may name. */
const numbersSent = ({ tasks, findings }: TaskExecutorInput): readonly number[] =>
  tasks.length > 0 ? tasks.map(({ n }) => n) : findings.map((_, at) => at + 1);

function workParts({ tasks, findings }: TaskExecutorInput): readonly string[] {
  const [first, last] = [tasks[0], tasks.at(-1)];
  if (first !== undefined && last !== undefined)
    return [
      fenceText('tasks', tasks.map(({ n, title }) => `${n}. ${title.replace(/\s+/g, ' ')}`).join('\n')),
      `TASKS: ${first.n}-${last.n}`,
    ];
  return [
    'Fix these findings, and nothing else:',
    numberedList('findings', findings.map(findingLine)),
    `FINDINGS: 1-${findings.length}`,
  ];
}

const answerLine = ({ task, title, choice, note }: CheckpointAnswer): string =>
  `Task ${task}, ${title}: ${choice}${note === '' ? '' : ` (${note})`}`;

const planFacts = ({ plan_path: plan }: TaskExecutorInput) => (plan === null ? null : { Plan: plan });

const scratchpadFacts = ({ scratchpad, scratchpad_words: words }: TaskExecutorInput) =>
  scratchpad === null ? null : { Scratchpad: `${scratchpad} (from ${words} words)` };

/** Advice per attempt; later attempts get the last one. */
const retryAdvice = [
  'Read the error, and apply the obvious fix.',
  'The obvious fix was not enough. Read the related files and the learnings before you change anything.',
  'Two fixes failed. Read the output, the imports and the plan of this task, find the cause, and choose another way than the tried ones.',
];

function retryParts(retry: TaskRetry, read: ReadText): readonly string[] {
  const { attempt, of, error, tried, related = [] } = retry;
  const advice = retryAdvice[Math.min(attempt, retryAdvice.length) - 1] ?? '';
  const fenced = (label: string, text: PromptText | undefined) =>
    text === undefined ? '' : fenceText(label, textOf(text, read));
  return [
    fenced('plan of the task', retry.instructions),
    fenced('learnings', retry.learnings),
    numberedList('related files', related),
    fenced('imports', retry.imports),
    fenced('output of the checks', retry.output),
    fenced('note of a diagnostician', retry.diagnosis),
    ...tried.map((text, at) => fenceText(`error of attempt ${at + 1}`, textOf(text, read))),
    fenceText('error', textOf(error, read)),
    `RETRY: ${attempt}/${of}. ${advice}`,
  ];
}
