/** Generates docs/workflows/task.md. Questions, models, limits and the diagram come from the code. */

import { questions } from '@harness/core/effects/question';
import { toMermaid } from '@harness/core/machine/mermaid';
import { en } from '@harness/core/messages/en';
import { changeProofCodes } from '@harness/core/workflows/proof/codes';
import { en as proofWords } from '@harness/core/workflows/proof/en';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { en as taskWords } from '@harness/core/workflows/task/en';
import { type TaskInput, task } from '@harness/core/workflows/task/machine';
import { presets } from '@harness/core/workflows/task/models';
import { taskPhases } from '@harness/core/workflows/task/phase';
import { defaultTaskLimits } from '@harness/core/workflows/task/session';
import { taskJob, taskSession } from '@harness/core/workflows/task/testing/tasks';
import { taskOptions } from '@harness/harness/workflows/task/index';
import { dryRunSection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

export const taskPage = (): string =>
  page(
    '# task',
    'Task plans, confirms, generates, verifies and evaluates one task in your own checkout, on a new branch. It asks you at the important points. Your checks run as real processes, and a role that did not write the code evaluates it. `harness demo task` shows a complete example without a key. `harness workflow` is an alias of `harness task`.',
    'It also works for results that are not code (a document, an analysis, a data plan). If no command is detected, no check runs and the evaluator decides.',
    block('sh', 'harness task "add a login"'),
    'To rehearse a task without cost, add `--script agents.yaml`. [This script](../../examples/2-task/agents.yaml) contains the answers of every role and person.',
    ...stepsSection(),
    ...commandsSection(),
    ...dryRunSection(
      'harness task "add a login" --mode standard --model-config balanced',
      'It lists the questions with the assumed answers: the recommended option, or the first one. It shows an existing session and how it would continue, without changing it. `task generate --dry-run` and the other steps work too.',
    ),
    ...questionsSection(),
    ...resumeSection(),
    ...filesSection(),
    ...verificationSection(),
    ...commitSection(),
    '## State machine',
    block('mermaid', toMermaid(task, starts())),
    '## Ends',
    endsTable(task.ends),
    `A run in the state ${code('halted')} has not ended. It is parked, and the output names the next command.`,
  );

/** The states in which a run can start: with a new session or with an existing one. */
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

const stepsSection = (): readonly string[] => [
  '## Steps',
  [
    '1. **Setup.** Detects language and commands, creates folders and switches the checkout to `harness/<slug>` (with a number if the name is taken), without touching a file. A dirty tree is refused unless you add `--allow-dirty`. Your existing changes are then foreign: they are never staged, reset or deleted. Before the first agent, they, your ignored files and your changes in submodules are kept ([decision 55](../decisions/0055-a-task-commits-what-was-verified.md)); if an agent touches one, the task names it with a command that restores it. `harness show` and `harness report` name the place later.',
    '2. **Conventions.** A CLAUDE.md of 50 lines or more is used directly. Otherwise you may have the code scanned, or skip this step.',
    '3. **Plan.** Specialists write independent proposals, and one `spec.md` combines them.',
    '4. **Spec.** You read the spec and answer Proceed. No code is written before. Modify changes it: at a terminal it opens the file in `$VISUAL` or `$EDITOR`, or takes one sentence that the planner carries out. With `harness answer <question> Modify --note "<sentence>"` the planner does so too; without a note, edit the file before you resume. The run then shows the spec with a diff and asks again ([decision 67](../decisions/0067-a-person-is-heard-at-every-gate.md)).',
    '5. **Generate.** A lead developer writes a plan, advisors review the plan (never the code), and one implementation follows. With `trust.acceptance: "independent"`, [another role](../TRUST.md#tests-of-another-role) first writes acceptance tests from the spec.',
    `6. **Verify (Layer 1).** Build, test, lint and type check run as real processes, and their exit codes decide. Red results go back to the implementation, at most ${defaultTaskLimits.layer1} times per round; then the run asks you. Green results are followed by the [proof](#proof).`,
    `7. **Evaluate (Layers 2 and 3).** The evaluator receives the spec, the changed paths and the results of Layer 1 and the proof, but no information about the author or the reasons. An unmet criterion (L2) goes back automatically, at most ${defaultTaskLimits.layer2} times per round; then the run asks you. For a quality finding (L3) it asks at once.`,
    `8. **Rounds.** Fix starts the next round with the last report; there are ${defaultTaskLimits.rounds} rounds. After the last round the remaining findings are listed, you still choose what to commit, and the command exits 5.`,
    '9. **Commit.** You choose what to commit, and the files of the session are deleted.',
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
  'Choose a preset, or a text such as `executor:sonnet,advisor:opus,evaluator:opus`. Parts that the text omits come from `balanced`.',
  table(
    ['preset', 'executor', 'advisor', 'evaluator'],
    Object.entries(presets).map(([name, tiers]) => [
      code(name),
      ...(tiers ? [tiers.executor, tiers.advisor, tiers.evaluator] : Array(3).fill("the provider's default")),
    ]),
  ),
  'Executors are the lead developer, the generator, the implementation and the writer of acceptance tests. Advisors are the scanner, planners, critics, syntheses, reviewers and the proposer of an auto-fix. With `economy` the scanner uses haiku; with `default` the proposer uses opus.',
];

const commandsSection = (): readonly string[] => [
  '## Commands',
  table(
    ['command', 'style', 'what it does'],
    [
      ['`harness task "<text>"`', '`auto`', 'runs all steps and asks its questions'],
      ['`harness task plan "<text>"`', '`phase`', 'writes the spec and halts, exit 0'],
      ['`harness task generate`', '`phase`', 'asks you to confirm the spec if needed, implements and halts'],
      ['`harness task verify`', '`step`', 'runs Layer 1 and the proof with their retries, and halts'],
      ['`harness task evaluate`', '`step`', 'evaluates and halts; `harness resume` acts on the verdict'],
      ['`harness task`', '', 'shows the session and the next command; exit 2 if there is no session'],
    ],
  ),
  'A step that comes too early is refused with exit 2 and the name of the missing step: `Run plan first`, `Run generate first`, `Run verify first`. Between commands the run is parked ([decision 22](../decisions/0022-between-commands-a-run-is-parked.md)). `harness resume` runs the next step; a step command runs that step.',
  table(
    ['option', 'meaning'],
    taskOptions.map(({ flag, about }) => [code(flag), about]),
  ),
];

const headers = {
  ...taskCodes.questions,
  ...changeProofCodes.questions,
  tests: questions.tests,
  baseline: questions.baseline,
};
const texts = {
  ...taskWords.questions,
  ...proofWords.questions,
  tests: en.questions.tests,
  baseline: en.questions.baseline,
};

/** In the order in which a user can meet them. */
const questionOrder = [
  'session-conflict',
  'session',
  'state-file',
  'mode',
  'model',
  'convention-scan',
  'convention-scan-failed',
  'spec',
  'tests',
  'promise',
  'witness',
  'verify',
  'auto-fix',
  'qa',
  'commit',
  'clean-up',
] as const satisfies readonly (keyof typeof headers)[];

const questionsSection = (): readonly string[] => [
  '## Questions',
  'At a terminal the command asks in place and shows up to 60 lines of the file in question. Without a terminal, or with `--no-input`, it parks the run and exits 8. Flags such as `--mode` and `--model-config` answer in advance. From any other terminal:',
  block('sh', 'harness questions\nharness answer <question> Proceed\nharness resume'),
  'A command that waits at a terminal accepts such an answer and continues. A parked run continues with `harness resume`. A question is answered once, by one of its options. Case does not matter, and `(Recommended)` may be omitted. Free text is stored as a note and approves nothing; the next agent gets the note as data ([decision 17](../decisions/0017-free-text-is-a-note.md)). Only Model accepts text as its answer; after three unreadable texts it uses `balanced`.',
  table(
    ['header', 'option', 'meaning'],
    questionOrder.flatMap((name) =>
      Object.entries(texts[name].options).map(([label, about], n) => [
        n === 0 ? headers[name].header : '',
        label,
        about,
      ]),
    ),
  ),
  'Stop at Spec, Tests, Promise, Witness, Verify and Auto-fix parks the run with exit 8, and `harness resume` asks again. After Promise and Witness it verifies and proves the change first. After Auto-fix it asks Verify, because the proposal is discarded. Stop and Cancel at Session and Session Conflict exit 1.',
];

const resumeSection = (): readonly string[] => [
  '## Resume and recovery',
  'After Ctrl-C, a closed terminal or a crash, `harness resume` continues. An interrupted check runs again. An interrupted agent call does not, because it worked in your checkout: nothing is rolled back, and no second try overwrites the first. The files in the checkout decide how the run continues ([decision 18](../decisions/0018-in-the-checkout-a-call-is-not-repeated.md)). An existing spec is shown to you. Interrupted code is verified. An evaluation without a report is repeated.',
  'If a session exists, a new `harness task "<text>"` shows its status and asks. Resume continues from its `state.json`. Restart and Stop delete its files below `.harness/`; code and documents stay. The earlier run of the session is ended. A `state.json` of version 1 (without `version`) continues with its own rules and stays version 1. A file of another tool (`skill`) is deleted only if you confirm. An unreadable file is renamed to `state.json.corrupt-<time>`.',
  '`harness stop <run>` ends a run. If its branch has no commit, the checkout returns to the previous branch. Written files stay in the checkout and are also kept under `refs/harness/kept`. The session stays, so a later `harness task` can continue it.',
];

const filesSection = (): readonly string[] => [
  '## Files',
  table(
    ['file', 'content'],
    [
      ['`docs/harness/<slug>/spec.md`', 'the goal and the completion criteria'],
      ['`docs/harness/<slug>/changes.md`', 'the changes that the implementation reports'],
      ['`docs/harness/<slug>/verify_report.md`', 'the results of Layer 1 and of the proof, written by the harness'],
      ['`docs/harness/<slug>/qa_report.md`', 'the result of the evaluator, with `### Verdict: PASS` or `FAIL`'],
      ['`.harness/planner/`, `.harness/generator/`', 'proposals, critiques, plan, reviews, a proposed patch'],
      ['`.harness/conventions.md`', 'the conventions for the planners'],
      ['`.harness/state.json`', 'the state of the session'],
      ['`.harness/runs/<run>/`', 'the journal, from which all other state is computed, and its artifacts'],
    ],
  ),
  '`--output-dir` moves the four documents to `<slug>` below that folder. If the folder is `docs/harness/<name>`, or already contains `qa_notes.md`, `critic_findings.md` or `conventions.md` of a spec session, the documents go directly into it, and the planners receive those files.',
  `${code('state.json')} is a view of the journal, rewritten after each move. It contains ${code('version')} 2.0, the ${code('phase')} (${taskPhases.map(code).join(' ')}), the ${code('round')}, the results and retries of Layers 1 and 2, the auto-fix, the models, the commands and ${code('docs_path')}. If you edit it while the run is parked, the next command asks: Take over, or Overwrite.`,
];

const verificationSection = (): readonly string[] => [
  '## Verification',
  'Commands come from a flag (`--lint-cmd`, `--type-check-cmd`), from `checks` of the configuration, or from detection. All of them run on the base before the first agent; red ones are asked about (Baseline), except those from a flag ([decision 63](../decisions/0063-red-before-any-work.md)). A step without a command is skipped, and so is one whose tool is missing: its program is not on your PATH, on the base either. Any other exit code 127 is red. The evaluator gets the result of each step. A failed build skips the rest. A test command that ran no test is red, and so is one that did not run all tests of the base. TODO, FIXME and HACK in changed files are counted. Three more problems are red without any command ([decision 20](../decisions/0020-scope-is-checked-by-the-machine.md)): a file outside `--scope`, more files than `--max-files`, a missing `changes.md`. If a change deletes or weakens existing tests, changes how it is checked, or instructs later agents, the run asks first (Tests), as in [converge](converge.md). With `--verifier-model` a model words the report; it cannot turn red into green.',
  '### Proof',
  'Green checks do not show that the change works: they may also be green without it. So the harness proves the saved change against the commit where the session started ([what is proved](../TRUST.md)). This happens in rooms of its own, and your checkout is not touched. A command from a flag that is red on the base and green now is a witness too.',
  `Without a witness the work goes back to the implementation. This counts like a red Layer 1: it uses the same ${defaultTaskLimits.layer1} retries, and after them the run asks Verify. The second time, a person is asked (Witness). \`verify_report.md\` has a section \`Proof\` with the witnesses by name, what is missing, or \`UNWITNESSED\` with the reason. The evaluator gets the same facts.`,
  'A change that you accept without a witness, or continue with at Verify, is `unwitnessed`: the question Commit, the last line of the task, the text of the commit and the field `unwitnessed` of `--json` say so. So is a session of another run or tool that was continued after its verification, unless the proof of exactly these files is known. With `trust.witness: "required"` neither is possible: Verify does not offer to continue, and such a session is verified first.',
  'The spec may name work that has no witness, in a line above its first section: `Kind: docs`, `refactor`, `tests` or `config`. A line `Changes: test/a.test.js` names tests that may expect something else afterwards. Both count as they are when you answer Proceed, and the task prints them; a later edit of the spec changes nothing. An unknown kind is ignored with a notice.',
  '### Auto-fix',
  `After ${defaultTaskLimits.layer1} retries you may ask for a patch, once per session. The proposer receives paths: spec, changes, report and at most five failing files. You see its confidence and decide. The patch is applied completely or not at all, only to files inside the repository and the scope. The previous content is kept first, and then Layer 1 runs again. If the patch is rejected, empty, refused or still red, the run asks Verify again, without a second proposal.`,
];

const commitSection = (): readonly string[] => [
  '## Commit and clean-up',
  table(
    ['option', 'committed', 'deleted afterwards'],
    [
      [
        '`Commit code only`',
        'the code, and `qa_notes.md`, `critic_findings.md`, `conventions.md` of a spec session if they exist',
        'the session below `.harness/`, and the documents that git does not track',
      ],
      ['`Commit all`', 'the code and the documents', 'the session below `.harness/`'],
      ['`No commit`', 'nothing', 'the session below `.harness/`'],
    ],
  ),
  'The commit has exactly the verified files, plus Markdown documents of the session that give no instructions to agents. Its text says `unwitnessed` with the reason if the change has no witness. If the checkout differs from them, the task asks. There is one commit, made before anything is deleted; if it fails, nothing is deleted. Uncommitted documents are kept under `refs/harness/kept` first. Journals stay. The checkout stays on the branch, and the output shows how to read the commit and how to merge it. `harness task --clear-base` lists the whole documents folder, asks, and empties it.',
  '### Without git',
  'A task also works in a plain folder. There is no branch and no commit, and the documents stay. The harness finds changes by comparing with a list of files from the start. Protection is weaker there: checks run in the folder itself, with every file that an agent wrote, and nothing is proved. Copies of your files, within the limits, are in `user-files` below the folder of the run.',
];
