/** docs/workflows/task.md: the task for whoever uses it. What can be drawn from the code is: gates, models, limits, the machine. */

import { questions } from '@harness/core/effects/question';
import { toMermaid } from '@harness/core/machine/mermaid';
import { en } from '@harness/core/messages/en';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { en as taskWords } from '@harness/core/workflows/task/en';
import { type TaskInput, task } from '@harness/core/workflows/task/machine';
import { presets } from '@harness/core/workflows/task/models';
import { taskPhases } from '@harness/core/workflows/task/phase';
import { defaultTaskLimits } from '@harness/core/workflows/task/session';
import { taskJob, taskSession } from '@harness/core/workflows/task/testing/tasks';
import { taskOptions } from '@harness/harness/workflows/task/index';
import { drySection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

export const taskPage = (): string =>
  page(
    '# task',
    'Plan, confirm, generate, verify, evaluate: one task, in your own checkout, on a branch of its own. You are asked where it matters, a machine runs your checks, and somebody who did not write the code judges it. `harness demo task` shows one from beginning to end without a key; `harness workflow` is another word for `harness task`.',
    'It works for code and for what is no code (a document, an analysis, a plan for data): where no command is detected, nothing is run and the evaluator decides.',
    block('sh', 'harness task "add a login" --script agents.yaml'),
    'This version drives scripted agents; [a script for a task](../../examples/2-task/agents.yaml) says what each role does and what people answer.',
    ...whatItDoes(),
    ...howToRunIt(),
    ...drySection(
      'harness task "add a login" --mode standard --model-config balanced',
      'What a person would be asked on the way is listed with the answer that was taken for it: the recommended one, or the first. A session that lies here is told, shown as it would go on, and stays as it is; `task generate --dry-run` and the other steps look at theirs.',
    ),
    ...gates(),
    ...goingOn(),
    ...whatItWrites(),
    ...checking(),
    ...finishing(),
    '## As it runs',
    block('mermaid', toMermaid(task, starts())),
    '## How it ends',
    endsTable(task.ends),
    `A run that only halted has not ended: ${code('halted')} is parked, and says what to type next.`,
  );

/** Where it can begin: afresh, or with what lies there. */
function starts(): readonly string[] {
  const setup = { job: taskJob, style: 'auto', mode: null, model: null } as const;
  const found = { session: taskSession, phase: 'plan_done', document: {} } as const;
  const inputs: readonly TaskInput[] = [
    { setup, found: null },
    { setup, found: { ...found, step: null } },
    { setup, found: { ...found, step: 'generate' } },
    { setup, found: { skill: 'another' } },
    { clearBase: 'docs/harness' },
  ];
  return inputs.map((input) => task.start(input).at);
}

const whatItDoes = (): readonly string[] => [
  '## What it does',
  [
    '1. **Setup.** Language and commands are detected, folders are made, the checkout is put on `harness/<slug>` (a number follows when the name is taken; no file is touched). A dirty tree is refused unless you say `--allow-dirty`: then what you had changed is foreign, and is never staged, reset or deleted.',
    '2. **Conventions.** A CLAUDE.md of 50 lines or more is taken as it is; otherwise you may have the code scanned, or skip it.',
    '3. **Plan.** Proposals are written side by side, none of them knowing of the others, and one `spec.md` comes out.',
    '4. **Spec.** You read it and say Proceed. Nothing is implemented before.',
    '5. **Generate.** A lead developer plans, advisors read the plan (never the code), one implementation follows.',
    `6. **Verify (Layer 1).** Build, test, lint and type check are real processes, and their exit codes decide; no model does. What is red goes back to the implementation, at most ${defaultTaskLimits.layer1} times in a round; then you are asked.`,
    `7. **Evaluate (Layers 2 and 3).** The evaluator gets the spec, the paths that changed and what Layer 1 found, and nothing about who wrote it or why. A criterion that is not met (L2) goes back by itself, at most ${defaultTaskLimits.layer2} times in a round, before you are asked; with a finding about quality (L3) you are asked at once.`,
    `8. **Rounds.** Fix begins the next round with the report of the last; there are ${defaultTaskLimits.rounds}. After the last, what is left is told, you still choose what is committed, and the command exits 5.`,
    '9. **Commit.** You choose what is committed, and the session is cleared up.',
  ].join('\n'),
  '### Modes',
  table(
    ['mode', 'plan', 'generate'],
    [
      ['`single`', 'one planner', 'one generator'],
      [
        '`standard`',
        'architect and senior developer propose, one synthesis',
        'plan, one combined review, implementation',
      ],
      [
        '`multi`',
        'architect, senior developer and QA specialist propose, each criticises the other two, one synthesis',
        'plan, a review of code quality and one of test stability, implementation',
      ],
    ],
  ),
  '### Models',
  'A preset, or a text such as `executor:sonnet,advisor:opus,evaluator:opus` in its place; what the text leaves out comes from `balanced`.',
  table(
    ['preset', 'executor', 'advisor', 'evaluator'],
    Object.entries(presets).map(([name, tiers]) => [
      code(name),
      ...(tiers ? [tiers.executor, tiers.advisor, tiers.evaluator] : Array(3).fill("the provider's own")),
    ]),
  ),
  'Lead developer, generator and implementation are executors; scanner, planners, critics, syntheses, advisors and the proposer of an auto-fix are advisors. With `economy` the scanner has haiku, with `default` the proposer has opus.',
];

const howToRunIt = (): readonly string[] => [
  '## How to run it',
  table(
    ['you type', 'style', 'it'],
    [
      ['`harness task "<text>"`', '`auto`', 'goes on by itself, and asks at the gates'],
      ['`harness task plan "<text>"`', '`phase`', 'writes the spec and halts, exit 0'],
      ['`harness task generate`', '`phase`', 'shows the spec if nobody confirmed it yet, implements and halts'],
      ['`harness task verify`', '`step`', 'runs Layer 1, its retries included, and halts'],
      ['`harness task evaluate`', '`step`', 'has it judged and halts; `harness resume` acts on the verdict'],
      ['`harness task`', '', 'says where the session stands and which command comes next; without one, exit 2'],
    ],
  ),
  'A step that comes too early is refused with exit 2 and the step that is missing: `Run plan first`, `Run generate first`, `Run verify first`. Between commands the run is parked ([decision 22](../decisions/0022-between-commands-a-run-is-parked.md)): `harness resume` takes the step that comes next, and a step by its name takes that one.',
  table(
    ['option', ''],
    taskOptions.map(({ flag, about }) => [code(flag), about]),
  ),
];

const headers = { ...taskCodes.questions, tests: questions.tests };
const texts = { ...taskWords.questions, tests: en.questions.tests };

/** In the order in which a person can meet them. */
const asked = [
  ...([
    'session-conflict',
    'session',
    'state-file',
    'mode',
    'model',
    'convention-scan',
    'convention-scan-failed',
  ] as const),
  ...(['spec', 'tests', 'verify', 'auto-fix', 'qa', 'commit', 'clean-up'] as const),
] satisfies readonly (keyof typeof headers)[];

const gates = (): readonly string[] => [
  '## Gates',
  'On a terminal a question is asked in place, with the file that it is about above it, as far as 60 lines of it. Without a terminal, or with `--no-input`, the command parks the run and exits 8; flags such as `--mode` and `--model-config` answer beforehand. From any other terminal:',
  block('sh', 'harness questions\nharness answer <question> Proceed\nharness resume'),
  'A command that waits in front of somebody takes such an answer and goes on by itself; a parked run goes on with `harness resume`. A question is answered once, by one of its options; case does not matter, nor need `(Recommended)` be typed. Free text is kept as a note and approves nothing ([decision 17](../decisions/0017-free-text-is-a-note.md)); only Model takes a text as its answer, and after three that cannot be read it is `balanced`.',
  table(
    ['header', 'option', 'it means'],
    asked.flatMap((name) =>
      Object.entries(texts[name].options).map(([label, about], n) => [
        n === 0 ? headers[name].header : '',
        label,
        about,
      ]),
    ),
  ),
  'Stop at Spec, Verify, Tests and Auto-fix parks the run: exit 8, and `harness resume` shows the question again; after Auto-fix, whose proposal is dropped, it shows Verify. Stop and Cancel at Session and Session Conflict exit 1.',
];

const goingOn = (): readonly string[] => [
  '## Resume and recovery',
  'Ctrl-C, a closed terminal, a crash: `harness resume` goes on. A check that was cut off is run again. A call of an agent that was cut off is not: this is your checkout, so nothing is rolled back and nothing overwritten by a second try; what lies there decides how it goes on ([decision 18](../decisions/0018-in-the-checkout-a-call-is-not-repeated.md)). A spec that is there is shown to you, what was cut off while generating is verified as it is, an evaluation without its report is asked for again.',
  'A new `harness task "<text>"` over a session that is here shows its status and asks: Resume goes on from where its `state.json` says, Restart and Stop delete its files below `.harness/`. Code and documents stay as they are. The run that the session came from is ended. A `state.json` of version 1 (it has no `version`) is gone on with by its own rules and stays version 1; one of another tool (`skill`) is deleted only when you say so; one that cannot be read is moved aside as `state.json.corrupt-<time>`.',
  '`harness stop <run>` ends a run. A branch without a commit is given back: the checkout stands where it stood before, what was written stays in it and is kept under `refs/harness/kept` too. The session stays, so that a later `harness task` can go on with it.',
];

const whatItWrites = (): readonly string[] => [
  '## What it writes',
  table(
    ['file', ''],
    [
      ['`docs/harness/<slug>/spec.md`', 'what is to be done, and the criteria that it is judged by'],
      ['`docs/harness/<slug>/changes.md`', 'what the implementation says it changed'],
      ['`docs/harness/<slug>/verify_report.md`', 'what Layer 1 found, written by the harness'],
      ['`docs/harness/<slug>/qa_report.md`', 'what the evaluator found, with `### Verdict: PASS` or `FAIL`'],
      ['`.harness/planner/`, `.harness/generator/`', 'proposals, critiques, plan, reviews, a proposed patch'],
      ['`.harness/conventions.md`', 'the conventions that the planners were given'],
      ['`.harness/state.json`', 'where the session stands'],
      ['`.harness/runs/<run>/`', 'the journal, which is the truth, and what it refers to'],
    ],
  ),
  '`--output-dir` puts the four documents elsewhere: below it in a folder `<slug>`, or into it when it is `docs/harness/<name>` or already holds `qa_notes.md`, `critic_findings.md` or `conventions.md` of a spec session; these are given to the planners.',
  `${code('state.json')} is a view of the journal, rewritten after each move. It has ${code('version')} 2.0, the ${code('phase')} (${taskPhases.map(code).join(' ')}), the ${code('round')}, what Layer 1 and 2 said and how often they were tried again, the auto-fix, the models, the commands and ${code('docs_path')}. Changed by hand while the run lies still, it leads to a question: Take over, or Overwrite.`,
];

const checking = (): readonly string[] => [
  '## What verification holds',
  'Commands come from a flag (`--lint-cmd`, `--type-check-cmd`), from `checks` of the configuration, or from what is detected; one that is not there is skipped. A build that fails skips the rest; a test command that executed no test is red. TODO, FIXME and HACK in changed files are counted. Red without any command are three more things ([decision 20](../decisions/0020-scope-is-checked-by-the-machine.md)): a file outside `--scope`, more files than `--max-files`, a missing `changes.md`. A change that deletes or weakens tests of the base, or touches what checks it, is asked about first (Tests), as in [converge](converge.md). With `--verifier-model` a model puts the result into words; it cannot turn red into green.',
  '### Auto-fix',
  `When the ${defaultTaskLimits.layer1} retries are spent, a proposer may be asked for a patch, once in a session. It is given paths: spec, changes, report and at most five failing files. You see its confidence and decide. A patch is applied whole or not at all, only to files inside the repository and the scope, and what was there is kept first; then Layer 1 runs again. Rejected, empty, refused or still red: back to the gate, without a second proposal.`,
];

const finishing = (): readonly string[] => [
  '## Commit and clean-up',
  table(
    ['you choose', 'committed', 'deleted afterwards'],
    [
      [
        '`Commit code only`',
        'the code, and `qa_notes.md`, `critic_findings.md`, `conventions.md` where a spec session left them',
        'the session below `.harness/`, and everything in the documents folder',
      ],
      ['`Commit all`', 'the code and the documents', 'the session below `.harness/`'],
      ['`No commit`', 'nothing', 'the session below `.harness/`'],
    ],
  ),
  'It is one commit, made before anything is deleted; when it fails, nothing is. Documents that no commit has are kept under `refs/harness/kept` first. Journals stay. You are left on the branch; the end of the run says how to look at the commit, and how to go back and merge it. `harness task --clear-base` empties the whole folder for documents after it has listed it and you said Yes.',
  '### Without git',
  'The same in a plain folder: no branch, nothing to commit, and the documents stay where they are. What changed is told by comparing with a list of the files that is made at the start.',
];
