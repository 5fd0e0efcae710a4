/** Generates docs/workflows/autopilot.md. Tables and diagrams come from the code. */
import { toMermaid } from '@harness/core/machine/mermaid';
import { sessionDecisions } from '@harness/core/sessions/session-document';
import { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import { autopilot } from '@harness/core/workflows/autopilot/machine';
import { autopilotPhase } from '@harness/core/workflows/autopilot/phase/machine';
import { triedFix } from '@harness/core/workflows/autopilot/record/work-facts';
import { autopilotRoles } from '@harness/core/workflows/autopilot/roles/index';
import { autopilotWork } from '@harness/core/workflows/autopilot/work/machine';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

const spec = `# Prices that customers trust

## Implementation Order

### Phase 1: Tax
<!-- complexity: low -->
The total of a basket with its tax.

### Phase 2: Currencies
Change \`src/money.js\`: every amount is shown with its currency.`;

const plan = `# Plan: Tax

**Integration Tier:** small

### Task 1: Compute the tax of an amount [checkpoint:human-verify]

### Task 2: Offer two ways to round [checkpoint:decision]

- always up
- to the nearest cent

### Task 3: Add the tax to a basket`;

export const autopilotPage = (): string =>
  page(
    '# autopilot',
    'Autopilot executes an approved spec phase by phase, in your clean checkout, on the current branch. Each phase is planned, approved, built, verified, integrated, reviewed and committed. Then the whole change is reviewed once more, and a pull request is offered. You answer the questions that need a person.',
    block(
      'sh',
      'harness demo autopilot   # an example, with no key and no network\nharness autopilot docs/changes/shop/proposal.md --dry-run\nharness autopilot docs/changes/shop/proposal.md',
    ),
    ...specSection(),
    ...rigorSection(),
    ...phaseSection(),
    ...retrySection(),
    ...finalSection(),
    ...stopSection(),
    ...questionsSection(),
    ...filesSection(),
    ...dryRunSection(),
    '## State machine of a session',
    block('mermaid', toMermaid(autopilot)),
    '## State machine of a phase',
    block('mermaid', toMermaid(autopilotPhase)),
    '## State machine of the work on tasks',
    block('mermaid', toMermaid(autopilotWork)),
    '## Ends',
    endsTable(autopilot.ends),
  );

const specSection = (): readonly string[] => [
  '## The spec',
  block('markdown', spec),
  'The section `## Implementation Order` has one heading per phase: `### Phase N: Name`, numbered 1, 2, 3 and so on. A dash may replace the colon. The complexity is `low`, `medium` or `high`; without the annotation it is `medium`. The file may have Windows line endings, and the names may be in any language.',
  'The command refuses a spec with one phase (use `harness task`), one whose status begins with draft, propos, reject or supersede, and a repository without any check (`harness init`). It also refuses a checkout with uncommitted changes. Nothing is written before all of this is in order.',
  'The text of the spec is kept when the session starts. A later edit changes nothing that is executed or judged.',
];

const rigorSection = (): readonly string[] => [
  '## Rigor',
  'The rigor is set when the session starts, and stays. `--review-plans` shows every plan to you, in any rigor but `fast`.',
  table(
    ['step', '`--fast`', 'standard', '`--thorough`'],
    [
      ['plan', 'without an outline', 'the planner decides', 'you approve an outline first'],
      ['approval', 'automatic', 'automatic unless a signal asks for you', 'you approve every plan'],
      ['notes', 'none', 'research goes to the scratchpad', 'the scratchpad has everything'],
      ['verification', 'the checks alone', 'a verifier', 'a verifier, with expanded checks'],
      ['integration', 'wiring only, no decision records', 'what the tier requires', 'you see every decision record'],
    ],
  ),
  'In the standard rigor, these signals ask for you: `--review-plans`, a high complexity, a plan that is larger than its phase promised, concerns of the planner, more tasks than `autopilot.taskThreshold`, and knowledge gaps. [Signals](../SIGNALS.md) explains how each is computed.',
];

const phaseSection = (): readonly string[] => [
  '## A phase',
  'The harness computes the signals of the phase first. They can raise its complexity, never lower it. A phase of high complexity pauses with exit code 8: you write its plan, at the path that the command prints, and start the command again. For other phases, the planner writes it, unless a file with the name of the phase exists. An executor cannot leave such a file: what it writes or changes among the plans is undone after its call, and kept with the run. The same happens to a plan that you write during such a call, so write it while the session waits.',
  block('markdown', plan),
  'Tasks are headings `### Task N: Title` in ascending order. A checkpoint in the heading stops after the task: `human-verify` shows you the result, `decision` offers the list items of the task, `human-action` waits until you have done something. The plan decides where a checkpoint is, not the executor. Each passed checkpoint is a commit.',
  'Only the approved text is executed. The executor gets the tasks up to the next checkpoint. The harness then runs the checks and validates its documents itself. A task that the executor calls complete while a check is red, a task that changes nothing, and a task that it leaves out have failed. Before a phase counts as complete, its change needs a [witness](../TRUST.md).',
  'Then a verifier compares the phase with its plan, an integrator checks that it is connected to the product, and a reviewer reviews the diff. They did not build it, and they can only read. The integration tier is the higher one of the plan and the real change: a new package or more than five new public exports is `large`, more than 15 files with new exports is `medium`.',
  `Each role is a fixed persona, and every call starts fresh: ${Object.keys(autopilotRoles).map(code).join(', ')}.`,
];

const retrySection = (): readonly string[] => [
  '## Retries',
  'A failed task is repeated up to `autopilot.retries` times, each time with more context:',
  table(
    ['retry', 'what it gets'],
    [
      [1, `the error (${triedFix(1)})`],
      [2, triedFix(2)],
      [3, `${triedFix(3)}, and the note of a diagnostician that did not build it`],
    ],
  ),
  'When the retries are used up, the work so far becomes a commit `[autopilot][recovery] <task>`, `.harness/failures.md` gets an entry, and you are asked. There is never one more try without your answer.',
];

const finalSection = (): readonly string[] => [
  '## The end',
  'After the last phase, the reviewer reads the whole change since the start of the session, with the findings of all phases. Each blocking finding is fixed in a commit `[autopilot] Fix: <title>`, and everything is reviewed again. After `autopilot.finalReviews` rounds (default: 3) a review that still blocks ends the session with exit code 5. Repair it yourself; the same command then continues at the final review.',
  'A pull request is only opened, never merged. It contains the current branch, or `harness/<slug>` if the base branch is the current one. If the forge refuses it, you are asked again. Then learnings are promoted, the roadmap is updated, and `DONE` is written last.',
];

const stopSection = (): readonly string[] => [
  '## Stop and continue',
  'Answer `stop`, press Ctrl-C, or kill the process at any time. `harness autopilot <spec>` or `harness resume` continues exactly there, and prints where: `Resuming from PLAN, phase 2: Currencies. Found plan: docs/…`. Flags of the second command change nothing: the stored rigor holds. Without a person (`--no-input`) the session parks at its first question, with exit code 8. If a role gives no usable answer, also after one repair turn, the session ends with exit code 4; the same command repeats only that call. `No output` is asked if the planner left no plan with a task.',
  'A session of an earlier version or of another tool is continued from its `autopilot-state.json`; finished phases never run again. An unreadable file is kept as `<name>.corrupt-<time>`, and a fresh session starts. A file of a newer version is refused. If you edit the file while the session rests, the next command asks whether to take over the edit.',
];

const questionsSection = (): readonly string[] => [
  '## Questions',
  table(
    ['header', 'options'],
    Object.values(autopilotCodes.questions).map((question) => [
      code(question.header),
      [...('opens' in question ? ['the options of the plan'] : []), ...question.choices.map(code)].join(', '),
    ]),
  ),
  `Every approval, automatic or yours, is recorded in \`decisions\` with its signals: ${sessionDecisions.map(code).join(', ')}. The note of an override is its reason.`,
  'The run also asks the questions of other workflows: `Baseline` if a check is red before any work, `Tests` if tests become weaker, `Witness` and `Promise` of the proof.',
];

const filesSection = (): readonly string[] => [
  '## Files',
  table(
    ['file', 'content'],
    [
      [
        '`.harness/sessions/<slug>/autopilot-state.json`',
        'the state of the session, version 5; written after every move',
      ],
      ['`.harness/sessions/<slug>/state.json`, `handoff.json`', 'what the roles leave for each other'],
      ['`.harness/sessions/<slug>/phase-N-{verification,integration,review}.json`', 'the reports of a phase'],
      [
        '`.harness/sessions/<slug>/integration-{wiring,materialization,updates}.json`',
        'the last reports of the integrator',
      ],
      [
        '`.harness/sessions/<slug>/summary.md`, `.harness/sessions/index.md`',
        'where the session stands; you may commit the summary',
      ],
      ['`.harness/sessions/<slug>/scratchpad/<N>/`', 'research of a phase, deleted when it is complete'],
      ['`.harness/arch/timeline.json`', 'measures after each phase, for the forecast'],
      [
        '`docs/changes/<topic>/plans/YYYY-MM-DD-<phase>-plan.md`',
        'the plans; `docs/plans/*` for a spec outside `docs/changes`',
      ],
      ['`docs/knowledge/decisions/NNNN-<slug>.md`', 'accepted decision records'],
      ['`docs/roadmap.md`', 'the status of the feature that links the spec; your own edits win'],
    ],
  ),
  'The slug is the path of the spec without a leading `docs/` and without `.md`, with `--` for `/` and `.`, in lower case.',
  'The section `autopilot` of the [configuration](../CONFIG.md) has the settings.',
];

const dryRunSection = (): readonly string[] => [
  '## A dry run',
  '`--dry-run` computes every signal and shows the agent calls. It calls no agent, asks no question and writes nothing. With `--json` it prints `{ version, specPath, slug, phases: [{ n, name, complexity, assessment, route, planPath }], calls }`. A `route` is `automatic` (the planner plans it), `plan-found`, `interactive` (it waits for your plan) or `finished`. A signal that is `null` is not known.',
];
