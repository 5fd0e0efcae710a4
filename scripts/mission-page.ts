/** docs/workflows/mission.md: what is true of missions in this version. Tables and diagrams are drawn from the code. */

import { featureStatuses } from '@harness/core/input-files/features';
import { contractText } from '@harness/core/input-files/validation-contract';
import { installers } from '@harness/core/lane/dependencies';
import { laneResources, portsEach } from '@harness/core/lane/lane-resources';
import { toMermaid } from '@harness/core/machine/mermaid';
import { maxIdentityLines, maxNewLines } from '@harness/core/memory/identity';
import { memoryFile, mostMemoryLines } from '@harness/core/memory/long-memory';
import { entriesKept, rawFile } from '@harness/core/memory/session-memory';
import { mostSummaryLines, mostSummaryTokens, summaryFile } from '@harness/core/memory/summary';
import { featuresToConfirm } from '@harness/core/memory/tricks';
import { manifestBegun, manifestFile, manifestMoved } from '@harness/core/mission/manifest';
import { missionDefectKinds } from '@harness/core/mission/plan';
import { boundMs, makespanMs, scheduled, twentyFour } from '@harness/core/testing/lane-schedule';
import { attemptsBeforeArchitect, attemptsBeforePerson, blockedAtOnce } from '@harness/core/workflows/mission/board';
import { verdictSources } from '@harness/core/workflows/mission/competition/job';
import { competition } from '@harness/core/workflows/mission/competition/machine';
import { hookNames } from '@harness/core/workflows/mission/hook';
import { lane } from '@harness/core/workflows/mission/lane/machine';
import { mission } from '@harness/core/workflows/mission/machine';
import { describeDefect } from '@harness/harness/workflows/mission/describe-plan';
import { endsTable } from './ends-table.ts';
import { isolationSection } from './isolation-section.ts';
import { chartLanes } from './lane-chart.ts';
import { block, code, page, table } from './markdown.ts';
import { filesTable, people } from './mission-people.ts';

const sampleEach = {
  ...{ feature: 'F-001', plan: { file: '', sha256: '' }, base: 'main', round: 1, ruling: '', checks: [] },
  checkTimeoutMs: 1,
};
const sampleManifest = manifestMoved(
  manifestBegun({
    ...{ until: 'merged', each: sampleEach },
    rivals: [1, 2].map((number) => ({ number, is: 'judged', saved: null, setback: null })),
  }),
  {
    ...{ at: 'landing', each: sampleEach, verdict: { winner: 2, by: 'judge' } },
    rivals: [
      { number: 1, is: 'judged', saved: null, setback: null },
      { number: 2, is: 'judged', saved: null, setback: null },
    ],
  },
);

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
    'A spec becomes features under a validation contract. They are built in lanes at the same time, judged by somebody who was not there, brought together with what others merged, and only then merged. This page tells what is here.',
    block(
      'sh',
      'harness demo mission   # an example, with no key and no network\nharness mission        # SPEC.md in this repository\nharness mission docs/SPEC.md --script agents.yaml',
    ),
    ...planning(),
    ...deciding(),
    ...lanes(),
    ...isolationSection,
    ...competing(),
    ...allotted(),
    ...speed(),
    ...smoking(),
    ...checkpoints(),
    ...remembering(),
    ...beside(),
    ...people(),
    ...stopping(),
    ...filesTable(),
    '## The mission as it runs',
    block('mermaid', toMermaid(mission)),
    '## A lane as it runs',
    block('mermaid', toMermaid(lane)),
    '## A competition as it runs',
    block('mermaid', toMermaid(competition)),
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
    missionDefectKinds.map((kind) => [code(kind), describeDefect(kind, '…', undefined)]),
  ),
  '`mission.plan-reviewer` then challenges what the planner made; its answer is kept as `.harness/plan-review.md`. A rejected plan ends the mission with exit 7 and `.harness/escalation.md`. (`mission.planReviewer: false` leaves it out.)',
  'From then on `features.json` is a view: the harness rewrites it after each move, and only the mission itself writes statuses and attempts.',
  '### Changed by hand',
  'What you change in `features.json` or `validation-contract.md` is never written over unasked. When the mission is gone on with, and while it is at work, it lets lanes that run come back, and asks (header `State File`): `Take over` goes on with what the files say, `Overwrite` with what the mission knows. Without anybody to ask that is exit 8.',
  'Taken over are titles, claims, dependencies, files, the order, new features, and the statuses and attempts that you changed: a feature can be set back to `todo`, or to `passed` if you did it yourself. One that has passed and now claims something else is built again. A feature with work in its lane cannot be taken out. Files that are not in order are held to the table above: what is wrong is said, nothing is changed, and the question is asked again. Overwritten, your files are kept as `features.json.yours-1` and so on. Files that are gone are written again.',
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
  '`parallelWorkers.max` features are worked on at the same time, each in `.harness/worktrees/<feature>` on the branch `harness/<feature>`. A lane never waits for another: whichever ends first is looked at first, and a feature begins as soon as everything it depends on is merged. Where several lanes work, what most has to follow begins first; in one lane the order of the plan stays.',
  [
    '1. `mission.worker` builds the feature; a change outside the `files` of a feature that names some (`Scope`), and one that takes away from the tests of the base (`Tests`), is asked about; the checks of the repository run; new tests are held against the base (below).',
    '2. The commands of its claims run; then `mission.validator`, which sees the assertions, the files and what those commands printed, and nothing that the worker said, gives its verdict: `VALIDATOR <feature> round <n>: passed|failing — P pass, F fail`. Whatever it could not see has failed.',
    '3. The base is brought into the lane. A conflict, or a check that is red only together with what others merged, goes back to the worker in the lane, and what it makes of it is judged again.',
    '4. The base moves to exactly what was proved, by compare-and-swap, as a merge commit that carries the name of its effect. A base that moved meanwhile is brought in again. A clean checkout of the base is moved along; one with changes of yours is left alone, and that is said.',
    '5. The worktree and the branch go. The lane of a feature that failed stays as it is for the next attempt, whose worker is told what went wrong.',
  ].join('\n'),
  'Lanes that would conflict are noticed early: whenever one is saved that changed a file of another that lives, the merge of the two is tried (`git merge-tree`), and a conflict is told once. Nobody is stopped by it: whoever lands second resolves it in its lane.',
  '### Who else looks',
  'Two more can look at what the validator passed, before it is merged; neither is told what others said. With `uiQa.enabled`, a feature that claims something of the interface (`VAL-UI-…`) is shown to `mission.ui-qa`: the harness starts the product in the lane (`devServer.command`, else `smokeTest.startupCmd`; without one it is supposed to run already), takes pictures of `uiQa.url` in two sizes, and stops it. Its line is `UIQA_PASS <feature> <n>` or `UIQA_FAIL <feature> <n>`. A product that is down, and a machine without Chromium, could not be tested: that is no failure. With `crosscheck`, `mission.crosscheck` judges the same contract again: `CROSSCHECK agree|disagree|contract-ambiguous <feature>`. Who disagrees sends the feature back; an ambiguous contract holds nobody up.',
  'A feature that failed `mission.debugger.threshold` times (3) is looked into once by `mission.debugger`, which reads and ends with `DEBUG_RECORDED`. What it found is kept as `.harness/debug/<feature>.md` and told to the architect and the next worker. It is no decision, and spends no iteration.',
  '### Tests that test something',
  'A test that was written with a feature must fail without it. When the checks are green, each test file that is new or has more tests than before is put on top of the base, in the same lane, where the dependencies are, together with the new and changed files of the tests beside it that hold no new test; then `checks.build` and `checks.test` run there. Red is what is wanted. What is green without the feature is tried once more with a file that no language could read in its place: if the command is still green, it does not run that test, and nothing is held against it; else the lane is sent back as `unproven`, with the names of the files. Then the lane is exactly what was saved, again.',
  'How it is decided, exactly: the whole test command runs, not one file, because not every command can take files; so a base that is red by itself proves every test, and of more than five test files all are held against the base at once, which proves only that one of them fails. What counts as a test is told by the same signs that tell a weakened one; a language without signs has nothing to prove. Without a test command nothing is proved. A test command that executed no test is red.',
];

const competing = (): readonly string[] => [
  '## A competition',
  'With `parallelWorkers.mode: "competition"` one feature is worked on at a time, in the same order as ever, by `parallelWorkers.max` lanes at once. None knows of the others, and one of them is merged.',
  block('json', JSON.stringify({ parallelWorkers: { max: 3, mode: 'competition' } }, null, 2)),
  [
    '1. `NEXT_WORKER`: each lane, `.harness/worktrees/<feature>-lane-<n>` on the branch `harness/<feature>-lane-<n>`, has a worker, its checks and the proof of its new tests. The feature is built as soon as one lane is green and all have ended. Who is red, blocked or broken is out and holds nobody up.',
    '2. `NEXT_VALIDATOR`: all green lanes are judged at the same time, each by itself: the commands of its claims, `mission.validator`, and who else looks. Only one passed: it wins, and nobody is asked.',
    '3. Several passed: `mission.crosscheck` is shown the assertions and the change of each lane, and nothing that anybody said, and answers `COMPETITION_WINNER lane-N` or `COMPETITION_WINNER none`. An answer that cannot be read after its repair turn, one that does not come, and a cap that is reached leave it to a rule: the smallest change in lines added and taken away, then the lowest number.',
    '4. The lane that won is merged as every lane is: the base is brought in, what comes of it is proved, and the base moves by compare-and-swap. What its validator filed counts; what was filed about the others does not.',
    '5. Only then the other lanes and their branches go. What they held stays reachable under `refs/harness/kept`, and what they cost is counted.',
  ].join('\n'),
  'None wins when no lane passed, or when who chooses says so: the feature is failing, and that is one attempt, however many lanes there were. All lanes stay as they are, and in the next attempt each goes on in its own, told what went wrong there. A person who says `Stop` in one lane stops the mission.',
  'In a script, lanes are told apart by their folder, with which every prompt in a lane ends, and the call that chooses by what only its prompt says:',
  block(
    'yaml',
    [
      '- when: { role: mission.worker, item: F-001, prompt: "-lane-2$" }',
      '- when: { role: mission.crosscheck, item: F-001, prompt: "only one is merged" }',
    ].join('\n'),
  ),
  `\`.harness/${manifestFile('<feature>')}\` tells how it stands. It is a view, rewritten whenever a lane moves; \`by\` is ${verdictSources.map(code).join(', ')}, and null with the verdict until it is known.`,
  block('json', JSON.stringify(sampleManifest, null, 2)),
];

const smoking = (): readonly string[] => [
  '## The smoke test',
  'With `smokeTest.enabled` the harness looks at the running product itself, in a lane of the base as it is merged: `smokeTest.startupCmd` is started and waited for (`startupWaitSeconds`), each of `smokeTest.urls` is asked for its `expectStatus` and `expectText` (no redirect is followed), and the product is stopped with all that it started. Without a command it is supposed to run already.',
  block(
    'json',
    JSON.stringify(
      {
        smokeTest: {
          ...{ enabled: true, onFeaturePass: true, startupCmd: 'npm start' },
          urls: [{ url: 'http://127.0.0.1:3000/', expectStatus: 200, expectText: 'Welcome' }],
        },
      },
      null,
      2,
    ),
  ),
  'Where a port is to be that of the lane, an address says `{PORT}`: `http://127.0.0.1:{PORT}/`, also in `uiQa.url` and `devServer.url`; the product finds the same number as `PORT`. It stands before the end (`onDone`) and, if you like, after each feature that passed (`onFeaturePass`). A smoke test that fails, and a product that does not come up, reopens the feature that passed last, and its worker is told what was seen. An answer of 502, 503 or 504 is looked at again until the time is over; any other wrong answer counts at once. A port that somebody else holds says nothing about the product: the mission escalates (exit 3) and looks again when it is resumed. Without `smokeTest` nothing is looked at.',
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
        `the curator, at most ${maxNewLines} lines a role and mission; each dated, each once`,
        'for ever',
      ],
    ],
  ),
  `A worker's ${code('TRICK:')} comes into ${code('worker.md')} when ${featuresToConfirm} different features saw it: in the same words, or in entries of which the curator says that they mean the same. Until then it is a lesson of this mission. Nothing else comes into ${code('worker.md')}. Identity files must lie outside the repository. One of more than ${maxIdentityLines} lines is compacted: its oldest lines are moved as they are to ${code('<role>.older.md')} beside it, which no prompt shows and nothing is ever taken from.`,
  'A prompt has this order: the role, what `mission.promptOverrides` adds to it, its identity as it was when the run began, the summary of the mission, what the call is about, and last the feature and the working directory. Up to the summary it is the same to the byte in all calls of a role, so that the cache of a provider hits. Everything that was remembered stands in it as data.',
  'When the mission is done, `mission.curator` and then `mission.documenter` are asked; when it escalates, `mission.curator`. The curator answers with one JSON document `{ summary, memory, tricks, identity }`; any other text is taken for the summary. The documenter writes `docs/features/<feature>.md` in a lane of its own: only what lies there is merged, and only with green checks. With `mission.documenter: "pass"` it is asked for each feature instead, after everybody who judges it and before it is merged: its page is a part of what is checked and merged, and one that touches anything else, or turns a check red, is left out (`"off"`: no page is written). None of this changes how the mission ends, nobody waits for a rate limit on its account, and with the cap reached nothing more is bought.',
];

const sample = laneResources({ name: 'F-002', number: 1, firstPort: 4_600, temporary: '/tmp/harness-…-F-002' });

const allotted = (): readonly string[] => [
  '## What a lane has to itself',
  `Products that run beside each other must not meet. Each lane has a number, the first that no living lane has, and with it ${portsEach} ports from \`parallelWorkers.firstPort\`. Checks, commands of claims and agents of the lane find them in their environment:`,
  table(
    ['variable', 'in the second lane', ''],
    [
      [code('PORT'), code(sample.variables['PORT'] ?? ''), 'its first port'],
      [code('HARNESS_LANE_PORTS'), code(sample.variables['HARNESS_LANE_PORTS'] ?? ''), 'all of them'],
      [code('HARNESS_LANE'), code(sample.variables['HARNESS_LANE'] ?? ''), 'the feature'],
      [
        code('TMPDIR'),
        code(sample.variables['TMPDIR'] ?? ''),
        'of checks; in a sandbox it is `/tmp`, which is new for each command; an agent has one of its own for each call',
      ],
    ],
  ),
  'Where git ignores `.env`, a lane has one: what `parallelWorkers.envFile` holds (`.env.example`), then the lines above but the last. Your own `.env` is not copied, because agents would read what is in it; whoever wants that names it there.',
  `Dependencies are installed once. A lane begins with a copy of what is installed in your checkout, where git ignores the folder and the lock file is the same byte for byte (${installers.map(({ lock, folder }) => `${code(lock)} → ${code(folder)}`).join(', ')}): copy-on-write where the file system can (Btrfs, XFS, APFS), a plain copy elsewhere. They are never linked: what a lane installs must not be written into your checkout or into another lane. Virtual environments of Python know their own place and are not copied.`,
  `Where your checkout has not installed what the lock file of the base asks for, before the first lane and again when a merge changed the lock file, the harness installs it itself, once for all lanes: by ${commands()}, in a copy of the files below \`.harness/dependencies\`, in the sandbox and under the time-out of a check. What is not used for a day is removed when something else is installed. A command that fails is told with its last words and escalates the mission (exit 3), before any agent is paid for work that no check could confirm; run it in your checkout, where your registry and your logins are, then \`harness resume\`. Only the folder at the top is cloned: what a workspace keeps in folders of its own below is for the worker to install.`,
];

const commands = () =>
  [...new Set(installers.flatMap(({ install }) => (install ? [code(install('# yarn lockfile v1'))] : [])))].join(', ');

const speed = (): readonly string[] => [
  '## How fast',
  `\`npm run bench -- mission\` runs ${twentyFour.length} features in ${chartLanes} lanes with agents that take fixed times, and holds the whole command to at most 1.10 of what no schedule could beat: the longest chain of dependencies, or, of any group of features, what must have ended before the first of them can begin, their own time spread over all lanes, and what must follow the last, whichever is longest. That is ${boundMs(twentyFour, chartLanes) / 1_000} s for this graph; the rules alone, if git took no time, would need ${makespanMs(scheduled(twentyFour, chartLanes)) / 1_000} s, as drawn here. What is lost beyond that is git and the journal: about 30 starts of git a feature, however long its agents take.`,
  '![24 features in 4 lanes](mission-lanes.svg)',
];

const checkpoints = (): readonly string[] => [
  '## Checkpoints',
  block('sh', 'harness checkpoint list\nharness checkpoint grant plan\nharness resume'),
  'With `checkpoints.enabled`, a mission waits for a person at each of `checkpoints.types`: after the planner (`post-planner`), before the end (`pre-done`), before a feature with a claim of a kind (`feature-claim:auth` for `VAL-AUTH-…`), or when the orchestrator asks for it (`none`). `.harness/checkpoint-<name>.md` says what for; lanes that run go on; then the command exits 8. It is granted by the command, by answering the question, or by the file `.harness/checkpoint-<name>.granted`; `.harness/.checkpoint-<name>.fired` stays, and it does not fire again. A `checkpoint-<name>.md` that another tool left pending stands before a new mission (exit 8) until `harness checkpoint grant <name>`; one that is granted already is consumed. A mission that is stopped at its checkpoint takes the file with it. `POST /checkpoint/<name>/request` of the control server asks a mission that is at work to wait at one of its checkpoints.',
];

const beside = (): readonly string[] => [
  '## Beside the work',
  `**Hooks.** A script \`.harness/hooks/<name>.sh\` is called as \`<name>.sh <about> <repository>\`, with what a check gets of the environment and no key: ${hookNames.map(code).join(', ')}. About is the feature, the checkpoint or the reason; a competition starts with each attempt at a feature and is won when the feature is merged. Those around a worker and a validator are waited for, before and after each try; all others run beside the mission, one after another. One that fails or takes longer than a minute is warned about and changes nothing. A link is no hook.`,
  '**Snapshots.** After each decision that does not end the mission, `features.json`, the contract, the memory summary and `harness.config.json` are copied to `.harness/snapshots/<time>-iter-NNN`; the newest `mission.snapshotRetention` stay. Of the logs of commands in lanes that have ended, the newest `mission.logRetention` stay; journals, answers and diffs are not touched. Zero turns either off.',
  '**Issues.** What a validator files beside its verdict is appended to `.harness/issues.md` for people and to `.harness/pending-issues.jsonl` for whoever sorts it, each once.',
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
  'A verdict, a decision or a plan review that cannot be read after its repair turn ends the mission as `unreadable` (exit 4). A tree with changes that are not committed is refused (exit 2; `--allow-dirty` begins all the same). A competition, and `onPass` other than `merge`, need worktrees, and a competition needs `onPass: "merge"`: anything else is refused.',
];
