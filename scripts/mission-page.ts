/** Generates docs/workflows/mission.md. Tables and diagrams come from the code. */

import { featureStatuses } from '@harness/core/input-files/features';
import { contractText } from '@harness/core/input-files/validation-contract';
import { installers } from '@harness/core/lane/dependencies';
import { laneResources, portsPerLane } from '@harness/core/lane/lane-resources';
import { toMermaid } from '@harness/core/machine/mermaid';
import { maxIdentityLines, maxNewLines } from '@harness/core/memory/identity';
import { maxMemoryLines, memoryFile } from '@harness/core/memory/long-memory';
import { maxKeptEntries, rawFile } from '@harness/core/memory/session-memory';
import { maxSummaryLines, maxSummaryTokens, summaryFile } from '@harness/core/memory/summary';
import { minConfirmingFeatures } from '@harness/core/memory/tricks';
import { createManifest, manifestFile, updateManifest } from '@harness/core/mission/manifest';
import { missionDefectKinds } from '@harness/core/mission/plan';
import { lowerBoundMs, makespanMs, sampleFeatures, scheduleByRules } from '@harness/core/testing/lane-schedule';
import {
  attemptsBeforeArchitect,
  attemptsBeforePerson,
  blockedBeforePerson,
} from '@harness/core/workflows/mission/board';
import { verdictSources } from '@harness/core/workflows/mission/competition/job';
import { competition } from '@harness/core/workflows/mission/competition/machine';
import { hookNames } from '@harness/core/workflows/mission/hook';
import { lane } from '@harness/core/workflows/mission/lane/machine';
import { mission } from '@harness/core/workflows/mission/machine';
import { describeDefect } from '@harness/harness/workflows/mission/describe-plan';
import { endsTable } from './ends-table.ts';
import { isolationSection } from './isolation-section.ts';
import { kindSection } from './kind-section.ts';
import { chartLanes } from './lane-chart.ts';
import { block, code, page, table } from './markdown.ts';
import { filesTable, questionsSection } from './mission-questions.ts';

const sampleJob = {
  feature: 'F-001',
  plan: { file: '', sha256: '' },
  base: 'main',
  round: 1,
  ruling: '',
  checks: [],
  checkTimeoutMs: 1,
};
const sampleLanes = [1, 2].map((number) => ({ number, is: 'judged', saved: null, setback: null }) as const);
const sampleManifest = updateManifest(createManifest({ until: 'merged', each: sampleJob, rivals: sampleLanes }), {
  at: 'landing',
  each: sampleJob,
  verdict: { winner: 2, by: 'judge' },
  rivals: sampleLanes,
});

const example = {
  features: [
    { id: 'F-001', title: 'Log in', claims: ['VAL-AUTH-001'], status: 'todo', attempts: 0 },
    { id: 'F-002', title: 'Log out', claims: ['VAL-AUTH-002'], status: 'todo', attempts: 0, dependsOn: ['F-001'] },
  ],
};
const assertion = {
  id: 'VAL-AUTH-001',
  text: 'A user with an account can log in',
  verify: '`npm run smoke -- login`',
  evidence: 'the exit code',
  status: 'pending',
};

export const missionPage = (): string =>
  page(
    '# mission',
    'A mission turns a spec into features with a validation contract. It builds the features in parallel lanes. A role that did not build a feature judges it. The result is tested together with everything merged so far, and only then merged.',
    block(
      'sh',
      'harness demo mission   # an example, with no key and no network\nharness mission        # SPEC.md in this repository\nharness mission docs/SPEC.md --script agents.yaml',
    ),
    ...planSection(),
    ...decisionsSection(),
    ...lanesSection(),
    ...isolationSection,
    ...competitionSection(),
    ...resourcesSection(),
    ...speedSection(),
    ...smokeTestSection(),
    ...checkpointsSection(),
    ...memorySection(),
    ...extrasSection(),
    ...questionsSection(),
    ...exitsSection(),
    ...filesTable(),
    '## State machine of the mission',
    block('mermaid', toMermaid(mission)),
    '## State machine of a lane',
    block('mermaid', toMermaid(lane)),
    '## State machine of a competition',
    block('mermaid', toMermaid(competition)),
  );

const planSection = (): readonly string[] => [
  '## The plan',
  'If `.harness/features.json` does not exist, the role `mission.planner` creates the plan from the spec, in a temporary lane. It writes `.harness/features.json` and `.harness/validation-contract.md`, or answers with one JSON document `{ features, assertions }`. If a plan exists, the mission uses it. It also reads plans of other tools: a bare list, `depends_on`, and other status words are understood, and unknown fields are kept.',
  block('json', JSON.stringify(example, null, 2)),
  block('markdown', contractText([assertion]).trimEnd()),
  `A status is ${featureStatuses.map(code).join(', ')}. If ${code('Verify')} of an assertion is only a command, best in backticks, the harness runs it before the validator judges.`,
  'A command that passes on the untouched base proves nothing. So the harness runs the commands of a plan that the planner wrote on the base first, up to 12 of them, each for at most two minutes. The planner gets one repair turn with the names of the green ones. Those that stay green are marked `(green on the base)`: the validator judges them as text, and the feature needs another witness.',
  ...kindSection('feature', 'in `features.json`'),
  'The mission does not start with a defective plan. If you wrote the plan, the command lists all defects and exits 2. If the planner wrote it, the planner gets one repair turn. Then the mission ends: exit 11 if there is no plan, exit 7 if the plan still has defects.',
  table(
    ['defect', 'message'],
    missionDefectKinds.map((kind) => [code(kind), describeDefect(kind, '…', undefined)]),
  ),
  '`mission.plan-reviewer` then reviews a plan of the planner; its answer is in `.harness/plan-review.md`. A rejected plan ends the mission with exit 7 and `.harness/escalation.md`. `mission.planReviewer: false` skips this review.',
  'From then on `features.json` is a view: the mission rewrites it after each move. Only the mission sets statuses and attempts.',
  '### Manual changes',
  'The mission never overwrites your changes to `features.json` or `validation-contract.md` without asking. It notices them on resume and while it runs. It first lets the running lanes finish, then asks (header `State File`): `Take over` uses your files, `Overwrite` uses the state of the mission. Without a terminal the command exits 8.',
  '`Take over` accepts titles, claims, dependencies, files, kinds, changes, the order, new features, and the statuses and attempts that you changed. You can reset a feature to `todo`, or set it to `passed` if you built it yourself. A passed feature with new claims is built again. A feature with work in its lane cannot be removed. If your files have a defect from the table above, the mission changes nothing, shows the defects and asks again. `Overwrite` keeps your files as `features.json.yours-1` and so on. Missing files are written again.',
];

const decisionsSection = (): readonly string[] => [
  '## Decisions',
  'Each iteration has one decision; `mission.maxIterations` limits them. By default a table of rules decides, at no cost. With `mission.decide: "agent"` the role `mission.orchestrator` decides. The mission checks its answer against the same features. It rejects and counts a decision that does not match them, and tells the orchestrator why.',
  table(
    ['decision', 'when the rules make it'],
    [
      [code('CONVERTED'), 'critical or major issues of the validator are open; they become features `F-FIX-NNN`'],
      [code('DONE'), 'every feature has passed'],
      [
        code('ESCALATE <reason>'),
        `a feature failed ${attemptsBeforePerson} times although the architect advised, ${blockedBeforePerson} features are blocked, or no feature can continue; running lanes finish first`,
      ],
      [code('NEXT_VALIDATOR <feature>'), 'a feature is built and a lane is free'],
      [
        code('NEXT_ARCHITECT <feature>'),
        `a feature failed ${attemptsBeforeArchitect} times; once, until the mission is resumed after an escalation`,
      ],
      [
        code('NEXT_WORKER <feature>'),
        'a lane is free; failing features come first, those with fewer attempts before others, then the order of the plan; all dependencies of the feature must be merged',
      ],
      [code('CHECKPOINT <name>'), 'a checkpoint is due before the end, or before a feature with a claim of its kind'],
    ],
  ),
  '`mission.architect` either clarifies the feature (`PATCH`: a new attempt starts, and its worker receives the clarification) or blocks it until a person has looked (`REVIEW`).',
];

const lanesSection = (): readonly string[] => [
  '## Lanes',
  'Up to `parallelWorkers.max` features run at the same time, each in `.harness/worktrees/<feature>` on the branch `harness/<feature>`. A lane never waits for another one. A feature starts as soon as all its dependencies are merged. With several lanes, the feature with the longest chain of dependents starts first; with one lane, the order of the plan applies.',
  [
    '1. `mission.worker` builds the feature. If it changes files outside the `files` of the feature (`Scope`) or weakens existing tests or instructs later agents (`Tests`), the mission asks a person. The checks of the repository run. Then the change is proved (see below).',
    '2. The commands of its claims run. Then `mission.validator` gives its verdict: `VALIDATOR <feature> round <n>: passed|failing — P pass, F fail`. This must be the last line of its answer, for this feature and round, and P + F must be the number of claims; otherwise the answer is unreadable. It sees the assertions, the files and the output of those commands, but no text of the worker. An assertion that it cannot verify has failed.',
    '3. The lane merges the base in. A conflict, or a check that is red only after the merge, goes back to the worker in the lane. The new result is judged again.',
    '4. The base moves to exactly the proved commit, by compare-and-swap. If the base moved in between, the lane merges it in again. A clean checkout of the base is updated too. A checkout with your changes stays untouched, and the mission reports it.',
    '5. The worktree and the branch are deleted. The lane of a failed feature stays for the next attempt, whose worker receives the reason.',
  ].join('\n'),
  'Whenever a lane is saved that changed a file of another active lane, the mission tests the merge of the two (`git merge-tree`). It reports a conflict once and continues. The lane that merges second resolves the conflict.',
  '### More reviewers',
  'Two more roles can review a feature after the validator passed it and before the merge. They do not see the opinions of others.',
  '- **UI review** (`uiQa.enabled`): `mission.ui-qa` reviews a feature that claims something about the user interface (`VAL-UI-…`). The harness starts the product in the lane with `devServer.command` or `smokeTest.startupCmd`; without a command, the product must already run. It takes screenshots of `uiQa.url` in two sizes and stops the product. The answer is `UIQA_PASS <feature> <n>` or `UIQA_FAIL <feature> <n>`. If the product is down or Chromium is missing, the review is skipped and the feature does not fail.\n- **Second opinion** (`crosscheck`): `mission.crosscheck` judges the same contract again: `CROSSCHECK agree|disagree|contract-ambiguous <feature>`. `disagree` sends the feature back; `contract-ambiguous` lets it through.',
  'After `mission.debugger.threshold` failures of a feature (default 3), `mission.debugger` analyses it once. It only reads, and ends with `DEBUG_RECORDED`. Its findings go to `.harness/debug/<feature>.md`, to the architect and to the next worker. This uses no iteration.',
  '### Proof',
  'Green checks do not show that a feature does something. So the harness proves the change after the checks, in clean rooms; neither the lane nor the checkout is touched, so features that are built in the checkout are proved too. The feature needs a witness: a test that is red on the base and with the changed functions emptied, and green on the feature, or the command of one of its claims that is red on the base and green on the feature. If there is none, the addresses of `smokeTest` and the pages of `uiQa` are [compared with the base](../TRUST.md#the-running-product), if the harness can start the product.',
  'Without a witness the worker continues once in its lane and receives what is missing; this is no failed attempt. If there is still none, a person decides (`Witness`): `Accept without`, `Send back` or `Stop`. A test of the base that fails against the feature is asked about (`Promise`), unless the feature lists its file under `changes`. Work that was accepted without a witness stays `unwitnessed` in `harness show`, in the proof of the report and in the pull request.',
];

const competitionSection = (): readonly string[] => [
  '## Competition',
  'With `parallelWorkers.mode: "competition"`, `parallelWorkers.max` lanes build the same feature at the same time, and the best one is merged. Features follow one after the other. The lanes do not know each other.',
  block('json', JSON.stringify({ parallelWorkers: { max: 3, mode: 'competition' } }, null, 2)),
  [
    '1. `NEXT_WORKER`: each lane `.harness/worktrees/<feature>-lane-<n>`, on the branch `harness/<feature>-lane-<n>`, has a worker, its checks and its proof. The feature is built when all lanes have ended and one is green. A red, blocked or broken lane is out and delays no other.',
    '2. `NEXT_VALIDATOR`: all green lanes are judged separately and at the same time, by the commands of the claims, `mission.validator` and the additional reviewers. If only one lane passes, it wins.',
    '3. If several lanes pass, `mission.crosscheck` sees the assertions and the diff of each lane, but no text of the agents. It answers `COMPETITION_WINNER lane-N` or `COMPETITION_WINNER none`. If the answer is missing or still unreadable after its repair turn, or the cap is reached, a rule decides: the fewest changed lines, then the lowest number.',
    '4. The winning lane is merged like any other lane: the base is merged in, the result is proved, and the base moves by compare-and-swap. Only issues about the winning lane become features.',
    '5. Then the other lanes and their branches are deleted. Their work stays reachable under `refs/harness/kept`, and their cost counts.',
  ].join('\n'),
  'If no lane passes, or the answer is `none`, the feature fails. This counts as one attempt. All lanes stay, and in the next attempt each worker continues in its own lane with the reason of its failure. A person who answers `Stop` in one lane stops the mission.',
  'In a script, match a lane by its folder at the end of the prompt, and the choice of the winner by its prompt text:',
  block(
    'yaml',
    [
      '- when: { role: mission.worker, item: F-001, prompt: "-lane-2$" }',
      '- when: { role: mission.crosscheck, item: F-001, prompt: "only one is merged" }',
    ].join('\n'),
  ),
  `\`.harness/${manifestFile('<feature>')}\` shows the state of a competition. It is a view, rewritten at each move of a lane. \`by\` is ${verdictSources.map(code).join(', ')}; \`by\` and the winner are null until there is a verdict.`,
  block('json', JSON.stringify(sampleManifest, null, 2)),
];

const smokeTestSection = (): readonly string[] => [
  '## Smoke test',
  'With `smokeTest.enabled` the harness tests the running product in a lane at the merged base. It runs `smokeTest.startupCmd`, waits up to `startupWaitSeconds`, requests each of `smokeTest.urls`, compares the response with `expectStatus` and `expectText`, and stops the product with all its child processes. It follows no redirects. Without a command, the product must already run.',
  block(
    'json',
    JSON.stringify(
      {
        smokeTest: {
          enabled: true,
          onFeaturePass: true,
          startupCmd: 'npm start',
          urls: [{ url: 'http://127.0.0.1:3000/', expectStatus: 200, expectText: 'Welcome' }],
        },
      },
      null,
      2,
    ),
  ),
  'To use the port of the lane, write `{PORT}` in an address: `http://127.0.0.1:{PORT}/`. This also works in `uiQa.url` and `devServer.url`. The product receives the same number as `PORT`.',
  'The smoke test runs before the end (`onDone`) and optionally after each passed feature (`onFeaturePass`). If it fails, or the product does not start, the feature that passed last is reopened, and its worker receives the result. A response of 502, 503 or 504 is retried until the time is over; any other wrong response fails at once. If another process holds the port, the mission escalates (exit 3) and tests again on resume.',
];

const memorySection = (): readonly string[] => [
  '## Memory',
  'Roles do not remember earlier calls. A role passes information on by lines in its answer. The harness stores these lines, and fixed rules decide where they go.',
  block('text', 'MEMORY: the server needs a port of its own\nTRICK: run the tests with --run'),
  table(
    ['layer', 'file', 'written by', 'lifetime'],
    [
      ['L0', 'the end of each prompt', 'the harness: feature, attempt, working directory', 'one call'],
      [
        'L1',
        code(rawFile),
        `the harness: one line per \`MEMORY\` or \`TRICK\`; ${maxKeptEntries} lines remain after the curator`,
        'the mission',
      ],
      [
        'L2',
        code(summaryFile),
        `the curator: at most ${maxSummaryLines} lines and ${maxSummaryTokens} tokens (four bytes each); the rest is cut`,
        'the mission',
      ],
      [
        'L3',
        code(memoryFile),
        `the curator adds, the harness merges: at most ${maxMemoryLines} lines; the oldest events are dropped first`,
        'the mission',
      ],
      [
        'L4',
        '`<mission.identityDir>/<role>.md`',
        `the curator: at most ${maxNewLines} new lines per role and mission, each dated, without duplicates`,
        'permanent',
      ],
    ],
  ),
  `A ${code('TRICK:')} of a worker goes to ${code('worker.md')} when ${minConfirmingFeatures} different features report it, in the same words or in entries that the curator identifies as the same. Until then it belongs to this mission only. ${code('worker.md')} contains only such tips. Identity files must be outside the repository. If one has more than ${maxIdentityLines} lines, its oldest lines move to ${code('<role>.older.md')}, which no prompt includes.`,
  'A prompt has this order: the role, its addition from `mission.promptOverrides`, its identity at the start of the run, the summary of the mission, the input of the call, and finally the feature and the working directory. Everything before the summary is identical in all calls of a role, so that the cache of the provider works. All memory is included as data, not as instructions.',
  'When the mission is done, `mission.curator` and then `mission.documenter` run; when it escalates, only `mission.curator` runs. The curator answers with one JSON document `{ summary, memory, tricks, identity }`; any other text becomes the summary. The documenter writes `docs/features/<feature>.md` in its own lane. Only Markdown files in that folder that give no instructions to agents are merged, and only if the checks are green.',
  'With `mission.documenter: "pass"` the documenter runs for each feature, after all reviews and before the merge. Its page is checked and merged with the feature; a page that changes other files or makes a check red is dropped. `"off"` writes no pages. Neither role changes how the mission ends. A rate limit skips them, and no call is made after the cap is reached.',
];

const sample = laneResources({ name: 'F-002', number: 1, firstPort: 4_600, temporary: '/tmp/harness-…-F-002' });

const resourcesSection = (): readonly string[] => [
  '## Resources of a lane',
  `Products in parallel lanes must not collide. Each lane has a number, the lowest free one, and ${portsPerLane} ports, counted from \`parallelWorkers.firstPort\`. Checks, commands of claims and agents in the lane receive them as environment variables:`,
  table(
    ['variable', 'in the second lane', 'meaning'],
    [
      [code('PORT'), code(sample.variables['PORT'] ?? ''), 'its first port'],
      [code('HARNESS_LANE_PORTS'), code(sample.variables['HARNESS_LANE_PORTS'] ?? ''), 'all its ports'],
      [code('HARNESS_LANE'), code(sample.variables['HARNESS_LANE'] ?? ''), 'the feature'],
      [
        code('TMPDIR'),
        code(sample.variables['TMPDIR'] ?? ''),
        'for checks; in a sandbox it is `/tmp`, new for each command; an agent gets a new folder for each call',
      ],
    ],
  ),
  'If git ignores `.env`, a lane gets one: the content of `parallelWorkers.envFile` (default `.env.example`) in the last commit, or in your checkout if no commit has the file and no agent could have written it, followed by the variables above except `TMPDIR`. Your own `.env` is not copied, because agents could read it. To copy it anyway, set `parallelWorkers.envFile`.',
  `Dependencies are installed once. A lane starts with a copy of the dependency folder of your checkout if git ignores the folder and the lock file is identical (${installers.map(({ lock, folder }) => `${code(lock)} → ${code(folder)}`).join(', ')}). The copy is copy-on-write on Btrfs, XFS and APFS, and a plain copy elsewhere. It is never a link, because an installation in a lane must not change your checkout or another lane. Virtual environments of Python contain absolute paths and are not copied.`,
  `If your checkout lacks the dependencies of the lock file, the harness installs them once for all lanes. This also happens when a merge changed the lock file. It runs ${commands()} in a copy of the files below \`.harness/dependencies\`, in the sandbox and with the timeout of a check. Copies that are unused for a day are removed at the next installation. If the command fails, the mission shows the end of its output and escalates (exit 3) before any agent is paid. In that case run the command in your checkout, where your registry and logins are available, and then \`harness resume\`. [Lanes of other workflows](../SANDBOX.md#the-dependencies-of-a-lane) get dependencies the same way, but a failed installation does not stop them.`,
];

const commands = () =>
  [...new Set(installers.flatMap(({ install }) => (install ? [code(install('# yarn lockfile v1'))] : [])))].join(', ');

const speedSection = (): readonly string[] => [
  '## Speed',
  `\`npm run bench -- mission\` runs ${sampleFeatures.length} features in ${chartLanes} lanes, with agents that take fixed times. The whole command may take at most 1.10 times the lower bound of any schedule: the longest chain of dependencies, or the work of a group of features spread over all lanes, including the time before and after that group. The bound for this graph is ${lowerBoundMs(sampleFeatures, chartLanes) / 1_000} s. With a git that takes no time, the rules would need ${makespanMs(scheduleByRules(sampleFeatures, chartLanes)) / 1_000} s, as the chart shows. The rest is git and the journal: about 26 git processes per feature.`,
  '`npm run bench -- own-time` prints the own time of a mission per feature: the wall time without agents and checks, with one lane and agents of one second. The own time between the start of one feature and the next may take at most 58 times a start of git with a durable write.',
  '![24 features in 4 lanes](mission-lanes.svg)',
];

const checkpointsSection = (): readonly string[] => [
  '## Checkpoints',
  block('sh', 'harness checkpoint list\nharness checkpoint grant plan\nharness resume'),
  'With `checkpoints.enabled` a mission waits for a person at each of `checkpoints.types`:',
  table(
    ['trigger', 'the mission waits'],
    [
      ['`post-planner`', 'after the planner'],
      ['`pre-done`', 'before the end'],
      ['`feature-claim:auth`', 'before a feature with a claim `VAL-AUTH-…`'],
      ['`none`', 'when the orchestrator requests it'],
    ],
  ),
  '`.harness/checkpoint-<name>.md` describes the checkpoint. Running lanes continue; then the command exits 8. Three ways grant a checkpoint: the command, an answer to the question, or the file `.harness/checkpoint-<name>.granted`. The file `.harness/.checkpoint-<name>.fired` stays, so the checkpoint does not fire again.',
  'A pending `checkpoint-<name>.md` of another tool holds a new mission (exit 8) until `harness checkpoint grant <name>`; a granted one is used up. A mission that is stopped at a checkpoint deletes its file. `POST /checkpoint/<name>/request` of the control server makes a running mission wait at one of its checkpoints.',
];

const extrasSection = (): readonly string[] => [
  '## Hooks, snapshots and issues',
  `**Hooks.** The mission calls scripts \`.harness/hooks/<name>.sh\` as \`<name>.sh <subject> <repository>\`, with the environment of a check and without keys: ${hookNames.map(code).join(', ')}. The subject is the feature, the checkpoint or the reason. A competition starts with each attempt at a feature and is won when the feature is merged. The mission waits for hooks around a worker or validator, at each try. All other hooks run in the background, one after the other. A hook that fails or takes longer than a minute causes a warning only. Symbolic links are not called, nor are scripts that changed while an agent could write here, until you accept them with \`harness trust\`.`,
  '**Snapshots.** After each decision that does not end the mission, `features.json`, the contract, the memory summary and `harness.config.json` are copied to `.harness/snapshots/<time>-iter-NNN`. The newest `mission.snapshotRetention` snapshots stay. Of the command logs of ended lanes, the newest `mission.logRetention` stay; journals, answers and diffs are never deleted. Zero disables either.',
  '**Issues.** Issues that a validator files beside its verdict are appended once to `.harness/issues.md` for people and to `.harness/pending-issues.jsonl` for tools.',
];

const exitsSection = (): readonly string[] => [
  '## How it stops',
  'A mission that merged features is done only if the checks are green on the base after the last merge, in a fresh clean room. If they are red there, for example because someone else merged at the same time, the mission escalates (exit 3) and names the commands; a resume runs them again.',
  'In these cases the mission is parked and keeps the lanes of failing features. `harness resume` or `harness mission` continues it:',
  table(
    ['exit code', 'reason', 'a resume'],
    [
      [
        3,
        'escalated; `.harness/escalation.md` gives the reason',
        'starts a new round for failing and blocked features',
      ],
      [5, 'all iterations are used', 'allows the same number again'],
      [6, 'the cap of the budget is reached', 'continues as far as the cap allows'],
      [8, 'a checkpoint or a question is open', 'continues after the answer'],
      [9, 'a rate limit outlasted its retries', 'repeats the call'],
    ],
  ),
  'These states end the mission. Unmerged work stays reachable under `refs/harness/kept`:',
  endsTable(mission.ends),
  'If a verdict, a decision or a plan review is still unreadable after its repair turn, the mission ends as `unreadable` (exit 4). The command refuses to start with uncommitted changes (exit 2) unless you add `--allow-dirty`. A competition needs worktrees and `onPass: "merge"`. `onPass` values other than `merge` need worktrees.',
];
