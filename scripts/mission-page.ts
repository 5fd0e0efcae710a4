/** docs/workflows/mission.md: what is true of missions in this version. Tables and diagrams are drawn from the code. */
import { draw } from '@harness/core/draw';
import { mostIdentityLines, mostTaught } from '@harness/core/memory/identity';
import { memoryFile, mostMemoryLines } from '@harness/core/memory/long';
import { entriesKept, rawFile } from '@harness/core/memory/raw';
import { mostSummaryLines, mostSummaryTokens, summaryFile } from '@harness/core/memory/summary';
import { featuresToConfirm } from '@harness/core/memory/tricks';
import { en } from '@harness/core/messages/en';
import { missionDefectKinds } from '@harness/core/mission/plan';
import { featureStatuses } from '@harness/core/sources/features';
import { contractText } from '@harness/core/sources/validation-contract';
import { attemptsBeforeArchitect, attemptsBeforePerson, blockedAtOnce } from '@harness/core/workflows/mission/board';
import { lane } from '@harness/core/workflows/mission/lane/machine';
import { mission } from '@harness/core/workflows/mission/machine';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

const example = {
  features: [
    { id: 'F-001', title: 'Log in', claims: ['VAL-AUTH-001'], status: 'todo', attempts: 0 },
    { id: 'F-002', title: 'Log out', claims: ['VAL-AUTH-002'], status: 'todo', attempts: 0, dependsOn: ['F-001'] },
  ],
};
const assertion = {
  ...{ id: 'VAL-AUTH-001', text: 'Whoever has an account can log in', verify: '`npm run smoke -- login`' },
  ...{ evidence: 'the exit code', status: 'pending' },
};

export const missionPage = (): string =>
  page(
    '# mission',
    'A spec becomes features under a validation contract. They are built in lanes at the same time, judged by somebody who was not there, brought together with what others merged, and only then merged. This page tells what is here. Smoke tests, UI checks, the second opinion, the debugger, competition, hooks and snapshots are not a part of this version.',
    block('sh', 'harness mission\nharness mission docs/SPEC.md --script agents.yaml'),
    ...planning(),
    ...deciding(),
    ...lanes(),
    ...checkpoints(),
    ...remembering(),
    ...stopping(),
    '## The mission as it runs',
    block('mermaid', draw(mission)),
    '## A lane as it runs',
    block('mermaid', draw(lane)),
  );

const planning = (): readonly string[] => [
  '## The plan',
  'Without `.harness/features.json` the role `mission.planner` makes a plan from the spec, in a lane that is thrown away: `.harness/features.json` and `.harness/validation-contract.md`, or one JSON document `{ features, assertions }` as its answer. A plan that is there already is taken up instead, also one of another tool: a bare list, `depends_on`, other words for a status and fields that are not known here are understood or kept.',
  block('json', JSON.stringify(example, null, 2)),
  block('markdown', contractText([assertion]).trimEnd()),
  `A status is ${featureStatuses.map(code).join(', ')}. An assertion whose ${code('Verify')} is nothing but a command in backticks is run by the harness itself, before anybody is asked to judge.`,
  'A plan with a defect is worked on by nobody. One that you wrote is refused with everything that is wrong (exit 2); the planner gets one repair turn, then the mission ends: exit 11 when there was no plan at all, exit 7 when it had defects.',
  table(
    ['defect', ''],
    missionDefectKinds.map((kind) => [code(kind), en.missionDefects[kind]({ ids: '…' })]),
  ),
  '`mission.plan-reviewer` then challenges what the planner made; its answer is kept as `.harness/plan-review.md`. A rejected plan ends the mission with exit 7 and `.harness/escalation.md`. (`mission.planReviewer: false` leaves it out.)',
  'From then on `features.json` is a view: the harness rewrites it after each move, and only the mission itself writes statuses and attempts.',
];

const deciding = (): readonly string[] => [
  '## Who decides',
  'One decision an iteration, at most `mission.maxIterations`. By default a table of rules decides, for nothing; with `mission.decide: "agent"` the role `mission.orchestrator` is asked, and its claim is held against the same features. A claim that they do not bear out is refused, counted, and told to it.',
  table(
    ['verb', 'when the rules say it'],
    [
      [
        code('CONVERTED'),
        'critical or major issues that the validator filed are open: they become features `F-FIX-NNN`',
      ],
      [code('DONE'), 'every feature has passed'],
      [
        code('ESCALATE <reason>'),
        `a feature failed ${attemptsBeforePerson} times after the architect spoke, ${blockedAtOnce} are blocked, or nothing can go on; lanes that run are let end first`,
      ],
      [code('NEXT_VALIDATOR <feature>'), 'a feature is built and a lane is free'],
      [code('NEXT_ARCHITECT <feature>'), `a feature failed ${attemptsBeforeArchitect} times: once, until it is led on`],
      [
        code('NEXT_WORKER <feature>'),
        'a lane is free: failing features first, the fewest attempts first, then in order; never before what it depends on is merged',
      ],
      [code('CHECKPOINT <name>'), 'a checkpoint stands before the end, or before a claim of its kind'],
    ],
  ),
  '`mission.architect` decides what was unclear (`PATCH`: the feature is tried anew, and its worker is told), or blocks the feature until a person has looked (`REVIEW`).',
];

const lanes = (): readonly string[] => [
  '## Lanes',
  '`parallelWorkers.max` features are worked on at the same time, each in `.harness/worktrees/<feature>` on the branch `harness/<feature>`. A lane never waits for another: whichever ends first is looked at first.',
  [
    '1. `mission.worker` builds the feature; a change outside the `files` of a feature that names some (`Scope`), and one that takes away from the tests of the base (`Tests`), is asked about; the checks of the repository run.',
    '2. The commands of its claims run; then `mission.validator`, which sees the assertions and the files and nothing that the worker said, gives its verdict: `VALIDATOR <feature> round <n>: passed|failing — P pass, F fail`. Whatever it could not see has failed.',
    '3. The base is brought into the lane. A conflict, or a check that is red only together with what others merged, goes back to the worker in the lane, and what it makes of it is judged again.',
    '4. The base moves to exactly what was proved, by compare-and-swap, as a merge commit that carries the name of its effect. A base that moved meanwhile is brought in again. A clean checkout of the base is moved along; one with changes of yours is left alone, and that is said.',
    '5. The worktree and the branch go. The lane of a feature that failed stays as it is for the next attempt, whose worker is told what went wrong.',
  ].join('\n'),
];

const remembering = (): readonly string[] => [
  '## What it remembers',
  'A role remembers nothing of earlier calls. What it wants others to know it says in its answer, on lines of their own; the harness keeps them, and decides by rules that no answer can change what goes where.',
  block('text', 'MEMORY: the server needs a port of its own\nTRICK: run the tests with --run'),
  table(
    ['layer', 'file', 'who writes it', 'how long'],
    [
      ['L0', 'the end of each prompt', 'the harness: feature, attempt, working directory', 'one call'],
      [
        'L1',
        code(rawFile),
        `the harness, a line each that a role said; ${entriesKept} stay after the curator`,
        'the mission',
      ],
      [
        'L2',
        code(summaryFile),
        `the curator; at most ${mostSummaryLines} lines and ${mostSummaryTokens} tokens, four bytes counted as one; what is beyond is cut`,
        'the mission',
      ],
      [
        'L3',
        code(memoryFile),
        `the curator adds, the harness merges; at most ${mostMemoryLines} lines, of which the oldest of what happened goes first`,
        'the mission',
      ],
      [
        'L4',
        '`<mission.identityDir>/<role>.md`',
        `the curator, at most ${mostTaught} lines a role and mission; each dated, each once`,
        'for ever',
      ],
    ],
  ),
  `A worker's ${code('TRICK:')} comes into ${code('worker.md')} when ${featuresToConfirm} different features saw it: in the same words, or in entries of which the curator says that they mean the same. Until then it is a lesson of this mission. Nothing else comes into ${code('worker.md')}. Identity files must lie outside the repository. One of more than ${mostIdentityLines} lines is compacted: its oldest lines are moved as they are to ${code('<role>.older.md')} beside it, which no prompt shows and nothing is ever taken from.`,
  'A prompt has this order: the role, what `mission.promptOverrides` adds to it, its identity as it was when the run began, the summary of the mission, what the call is about, and last the feature and the working directory. Up to the summary it is the same to the byte in all calls of a role, so that the cache of a provider hits. Everything that was remembered stands in it as data.',
  'When the mission is done, `mission.curator` and then `mission.documenter` are asked; when it escalates, `mission.curator`. The curator answers with one JSON document `{ summary, memory, tricks, identity }`; any other text is taken for the summary. The documenter writes `docs/features/<feature>.md` in a lane of its own: only what lies there is merged, and only with green checks. None of this changes how the mission ends, nobody waits for a rate limit on its account, and with the cap reached nothing more is bought.',
];

const checkpoints = (): readonly string[] => [
  '## Checkpoints',
  block('sh', 'harness checkpoint list\nharness checkpoint grant plan\nharness resume'),
  'With `checkpoints.enabled`, a mission waits for a person at each of `checkpoints.types`: after the planner (`post-planner`), before the end (`pre-done`), before a feature with a claim of a kind (`feature-claim:auth` for `VAL-AUTH-…`), or when the orchestrator asks for it (`none`). `.harness/checkpoint-<name>.md` says what for; lanes that run go on; then the command exits 8. It is granted by the command, by answering the question, or by the file `.harness/checkpoint-<name>.granted`; `.harness/.checkpoint-<name>.fired` stays, and it does not fire again.',
];

const stopping = (): readonly string[] => [
  '## How it stops',
  'These are parked with the lanes of failing features, and `harness resume`, or `harness mission` again, leads them on:',
  table(
    ['exit code', 'why', 'what a resume does'],
    [
      [3, 'escalated: `.harness/escalation.md` says why', 'failing and blocked features begin a new round'],
      [5, 'all iterations are used', 'as many again'],
      [6, 'the cap of the budget is reached', 'goes on, as far as the cap lets it'],
      [8, 'a checkpoint or a question waits', 'goes on when it is answered'],
      [9, 'rate limited past its retries', 'makes the same call again'],
    ],
  ),
  'These end it; what was not merged stays reachable under `refs/harness/kept`:',
  endsTable(mission.ends),
  'A verdict, a decision or a plan review that cannot be read after its repair turn ends the mission as `unreadable` (exit 4). A tree with changes that are not committed is refused (exit 2; `--allow-dirty` begins all the same). `branchIsolation` without worktrees, `onPass` other than `merge` and `parallelWorkers.mode: "competition"` are refused in this version.',
];
