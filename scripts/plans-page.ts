/** docs/workflows/plans.md: plan files, the planner and context drops, as far as they are here. Tables are drawn from the code. */

import { screensFolder, viewportNames, viewports } from '@harness/core/effects/screens';
import { contextPhases, contextSources, defaultContextDir } from '@harness/core/input-files/context-file';
import { planProblemCodes, planStatuses } from '@harness/core/input-files/plan-file';
import { toMermaid } from '@harness/core/machine/mermaid';
import { en } from '@harness/core/messages/en';
import { maxContextCharacters, maxDropCharacters } from '@harness/core/plans/context';
import { draftPlan } from '@harness/core/plans/draft';
import { planDefectKinds } from '@harness/core/plans/graph';
import { maxNewPlans } from '@harness/core/plans/guardrails';
import { type RunPhase, runPhases } from '@harness/core/plans/phases';
import { mostPages } from '@harness/core/site/capture';
import { deliver } from '@harness/core/workflows/deliver/machine';
import { phase } from '@harness/core/workflows/phase/machine';
import { plan } from '@harness/core/workflows/plan/machine';
import { planning } from '@harness/core/workflows/planning/machine';
import { siteReverse } from '@harness/core/workflows/site-reverse/machine';
import { browserVariable } from '@harness/effects/browser/find';
import { drySection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

export const plansPage = (): string =>
  page(
    '# plans',
    'A product spec becomes plans: one Markdown file each, in your repository, read and changed by people and by the harness alike. This page tells what is here: the files, the planner that writes them, the context that you drop for its agents, and how one plan is carried out, whole or phase by phase. Working plans off by themselves, one after the other, is what the [daemon](daemon.md) does.',
    ...planFiles(),
    ...planner(),
    ...context(),
    ...carryingOut(),
    ...onePhase(),
    ...files(),
    ...looking(),
    ...reversing(),
    ...drySection(
      'harness run 0007',
      'Of a plan it shows the loop, and the delivery that would follow; with `--phase` that phase, on the branch as it stands.',
    ),
    '## As the planner runs',
    block('mermaid', toMermaid(planning)),
    '## How it ends',
    endsTable(planning.ends),
    'A planner that proposed nothing new ends as `nothing-planned`, and the command exits 11.',
  );

const carryingOut = (): readonly string[] => [
  '## Carrying a plan out',
  block('sh', 'harness run 0007\nharness run login-page --local-only --skip-e2e'),
  'A plan whose dependencies are not all completed is refused, and so is a tree with changes that are not committed: exit 2, with the names. Then, in a lane on the branch `task/<NNNN-slug>` that begins from `baseBranch` as it stands at the forge (yours follows it; with commits in it that the forge does not have, the run ends and says how to push them):',
  [
    '1. `plans.implementer` carries the plan out; the checks run; `plans.reviewer`, who was not there, reviews. What is red or blocks goes to `plans.fixer`, and the checks and the review begin again. `agent.maxReviewPasses` is how often.',
    '2. After a review in which nothing blocks the product is run end to end (`e2e.command`). What fails there becomes findings for the fixer. The folders in `e2e.artifactDirs` are copied beside the other [files of the run](#the-files-of-a-run).',
    '3. `plans.preparer` words the pull request. The lows that were left are its follow-ups, word for word; whatever else it wrote there is not trusted.',
    '4. The branch is pushed, the pull request opened, its checks waited for (`forge.checksTimeoutMs`). Red ones become findings for the fixer while passes are left. A draft, changes that somebody asked for, missing evidence or sections stop it; then `plans.merge-checker` takes a last look.',
    '   A base that moved on is brought into the branch by a merge, proved by the checks and the end-to-end run, and pushed; where the two conflict the fixer resolves it and the review looks at how. Three times at most.',
    '5. It gets the label `agent/automerge` and is merged; the plan moves to `<completedDir>` by a `chore:` commit on the base, or by a pull request of its own where the base takes no push. What is merged is done: when its file cannot be moved now, the output says what is left.',
  ].join('\n'),
  `The forge is GitHub where the remote ${code('origin')} is there and ${code('GITHUB_TOKEN')} or ${code('GH_TOKEN')} is set, else a local one: a bare repository and pull requests as files below ${code('<stateDir>/forge')}, with your checks as its CI; a clean checkout of the base is moved along. ${code('--local-only')} ends with the commit on the branch. Nothing is ever forced, and what somebody pushes, closes or merges meanwhile is noticed and left as it is.`,
  'An agent that needs a person (consent, terms, a payment) says `I need … to continue`: what it wrote is saved, the run waits with the question `Errand`, and `Done` lets it go on without spending a pass.',
  'A plan is worked on by one run at a time. While one has not ended, another is refused with exit 2 and `harness resume <run>`; `harness run 0007 --resume` is the same without knowing its name, and exits 2 when there is none.',
  '`harness demo plans` carries out four plans of a small product, with scripted agents and the local forge.',
  block('mermaid', toMermaid(plan)),
  'The loop is [converge](converge.md), as a run of its own; this is the delivery:',
  block('mermaid', toMermaid(deliver)),
  endsTable(plan.ends),
];

/** What each phase does, and when it exits 0. */
const phaseRows: Readonly<Record<RunPhase, readonly [string, string]>> = {
  all: ['everything above; the default', 'merged, or built with `--local-only`'],
  implement: [
    '`plans.implementer`, then the checks; what is red goes to `plans.fixer` while passes are left',
    'a commit is on the branch',
  ],
  review: ['`plans.reviewer` looks at all that the branch changes against the base', 'nothing that was found blocks'],
  'review-ui': [
    '`plans.ui-reviewer` looks at the product as the branch makes it run; needs `devServer` and a Chromium',
    'nothing that was found blocks',
  ],
  fix: [
    '`plans.fixer`, with what blocks by the newest review, look and end-to-end run of the newest commit, then the checks',
    'a commit is on the branch',
  ],
  'prepare-pr': [
    '`plans.preparer` words the pull request, with the lows as follow-ups; nothing is pushed',
    'the body is written and printed',
  ],
  'e2e-verify': ['`e2e.command` in a lane on the branch; what it leaves is kept', 'it passed'],
  'merge-check': [
    'whether the open pull request may be merged, and the last look of `plans.merge-checker`',
    'nothing stands against it; it is not merged',
  ],
};

const onePhase = (): readonly string[] => [
  '## One phase by itself',
  block('sh', 'harness run 0007 --phase implement\nharness run 0007 --phase review\nharness run 0007 --phase fix'),
  'A phase works on the branch `task/<NNNN-slug>` as it stands, in a lane of its own; only `implement` begins from `baseBranch` when there is none yet. It is a run like every other, with `show`, `resume` and `stop`, and it exits 0 only when it did what it is for.',
  table(
    ['phase', 'what it does', 'exit 0 when'],
    runPhases.map((name) => [code(name), ...phaseRows[name]]),
  ),
  'What a phase stands on is looked up in the journals, by commit: `fix` needs findings about exactly the newest commit, `prepare-pr` a review of it in which nothing blocks, `merge-check` besides that the evidence of an end-to-end run where one is configured. What is missing is said with the command that comes first. A branch that you stand on is not committed to.',
  block('mermaid', toMermaid(phase)),
  endsTable(phase.ends),
];

const files = (): readonly string[] => [
  '## The files of a run',
  `${code('<stateDir>/task-runs/<plan>/<YYYYMMDD-HHMMSS>/')} (UTC; a second one in the same second ends with ${code('-2')}) tells of one run, and ${code('latest')} leads to the newest. The id of the run is the plan and that name, ${code('0007-20260214-093005')}; a run that the queue began has another, which stands in ${code('run.json')}.`,
  table(
    ['file', 'what is in it'],
    [
      ['`run.json`', 'the run, its plan, phase, branch, beginning and end'],
      ['`implement.out.md`, `review.out.md`, `fix.out.md`, `merge.out.md`', 'the newest answer of each role, whole'],
      ['`findings-pass-N.md`', 'what the Nth pass was told: red checks, the review, the end-to-end run'],
      ['`e2e-verify.out.md`', 'the newest end-to-end run; its first line is `E2E verification passed.` when it did'],
      ['`e2e-verify.log`, `e2e-verify/`', 'what it printed, and the folders of `e2e.artifactDirs`'],
      ['`pr-seed.md`, `pr-body.md`', 'the facts for the pull request, and its body, which begins with `## Summary`'],
      ['`tokens-used.json`', 'one JSON record a line and a call: role, phase, provider, model, tokens, cost, time'],
    ],
  ),
  'They are views of the journals, rewritten by rename after each move and made anew when a run is resumed. Nothing ever takes them for evidence: whoever decides reads the journals.',
];

const looking = (): readonly string[] => [
  '## Looking at the running product',
  block(
    'json',
    JSON.stringify(
      { devServer: { command: 'npm run dev', url: 'http://127.0.0.1:3000', paths: ['/', '/login'] } },
      null,
      2,
    ),
  ),
  `Where ${code('devServer')} is set, each pass looks at the product after its checks: the server is started in the lane, waited for (${code('devServer.readyTimeoutSec')}), its pages are shown by an installed Chromium at ${sizes.join(' and ')}, and the server is stopped with everything it started. ${code('plans.ui-reviewer')} is given the pictures (below ${code(screensFolder)} of the lane), what a screen reader is told, errors of the console and requests that failed; it answers like every reviewer, and what all reviewers find is one repair. Pictures and the log of the server stay with the run.`,
  `A server that dies or does not answer in time goes back to the fixer with the end of its log. A port that is in use already ends the run, naming the port and who holds it: end that process, or change ${code('devServer.url')}. Without a Chromium (${code('harness doctor')} says so; ${code(browserVariable)} names one that lies elsewhere) the look is skipped with one line, and the run goes on. The same server also runs during the end-to-end command, unless ${code('devServer.forE2e')} is ${code('false')} because that command starts it itself.`,
];

const reversing = (): readonly string[] => [
  '## From a site to a spec',
  block(
    'sh',
    'harness site-reverse https://shop.example\nharness site-reverse https://shop.example --planner preview --force',
  ),
  `At most ${mostPages} pages of one origin are captured, breadth first from the address, at ${sizes.join(' and ')}; a link or redirect to another origin is not followed. ${code('plans.site-analyst')}, without tools, says what they show; what pages say reaches it as data. Then these are written into your checkout, all or none, and only with ${code('--force')} over what is there:`,
  table(
    ['file', 'what it is'],
    [
      [
        code('<contextDir>/site-reverse/<slug>/capture.json'),
        'the pages: text, links, outline, complaints; and what was skipped, with why',
      ],
      [code('<contextDir>/site-reverse/<slug>/screenshots/'), 'a picture of each page in each size'],
      [code('<contextDir>/site-reverse/<slug>/analysis.json'), 'what the analyst answered'],
      [code('<contextDir>/site-reverse/<slug>/source-analysis.md'), 'the same for people'],
      [code('docs/product-specs/<slug>.md'), 'the drafted spec: read it before you plan from it'],
      [code('<contextDir>/site-<slug>.md'), 'a drop that leads the planner to it'],
    ],
  ),
  `${code('--planner emit')} goes on to plan files from the new spec, ${code('--planner preview')} only shows them; ${code('skip')} is the default.`,
  block('mermaid', toMermaid(siteReverse)),
  endsTable(siteReverse.ends),
];

const sizes = viewportNames.map((name) => `${viewports[name].width}×${viewports[name].height}`);

const codes = (words: readonly string[]) => words.map(code).join(', ');

const example = {
  ...{ id: '0007', slug: 'login-page', title: 'A login page', phase: 'accounts', depends_on: ['0003'] },
  ...{ estimated_passes: 2, summary: 'Whoever has an account can log in.', acceptance_tags: ['login'] },
  scope_bullets: ['a form with name and password', 'a sentence for a wrong password'],
};

const planFiles = (): readonly string[] => [
  '## Plan files',
  'A plan is `<planDir>/<NNNN>-<slug>.md`; a completed one lies in `<completedDir>`. Both folders are settings (`"docs/exec-plans/active"` and `"docs/exec-plans/completed"` by default). Files that do not begin with a digit (a README, a template) are no plans. Ids `9999` are kept for people and never worked off.',
  block('markdown', draftPlan(example, 'product.md').trimEnd()),
  `The frontmatter is strict: these keys and no others. ${code('status')} is ${codes(planStatuses)}; ${code('depends_on')} and ${code('acceptance_tags')} may be left out when they are empty. When the harness changes a status, it rewrites that one line and leaves every other byte as it is.`,
  `The next plan is the first by id that is ${code('active')} and whose dependencies are all completed.`,
  'Plans that are not in order are worked on by nobody: the command exits 2 and names everything that is wrong, each with its file.',
  table(
    ['wrong with a file', ''],
    planProblemCodes.map((problem) => [code(problem), en.planProblems[problem]({ key: 'key', detail: '…' })]),
  ),
  table(
    ['wrong with the graph', ''],
    planDefectKinds.map((defect) => [code(defect), en.planDefects[defect]({ ids: '…', files: '…' })]),
  ),
];

const planner = (): readonly string[] => [
  '## The planner',
  block('sh', 'harness plan product.md --preview\nharness plan product.md'),
  `One role, ${code('plans.planner')}, without tools: it is given the spec as data, the plans that are there, the criteria of the acceptance file and the context for it, and answers with JSON:`,
  block('json', JSON.stringify({ proposals: [example] }, null, 2)),
  `At most ${maxNewPlans} plans are proposed at a time (${code('--max-new-plans')}). A circle, an id or a slug that stands twice, a dependency on nothing, a tag that no criterion has, or too many plans go back to the planner once, named; then the command exits 4. What is completed already is skipped. An id of a plan that is not completed is a conflict: it is said, and nothing is written.`,
  'The files are written into your checkout as you would write them, all or none, and never over one that is there. After a crash `harness resume` writes the rest. The output says how to look at them and commit them; `--preview` shows the same and writes nothing.',
  'Beside `product.md` may lie `product.acceptance.md` with the criteria of the release, each with a tag. The planner puts the tags on the plans that fulfil them, and tags that no plan carries are named.',
  block('markdown', '## Release criteria\n\n- `login` "Whoever has an account can log in"'),
  'What else may stand there, and how the product is held against it and against its spec, is told with [the gates](gates.md).',
];

const context = (): readonly string[] => [
  '## Context',
  block('sh', 'harness context add notes.md --phase planner'),
  `What agents should know and the repository does not say: Markdown files in ${code('contextDir')} (${code(JSON.stringify(defaultContextDir))} by default). ${code('harness context add')} copies a file there with a frontmatter, and never over one that is there. Every agent that has a part in plans reads what is for it.`,
  table(
    ['key', 'values'],
    [
      [code('source'), codes(contextSources)],
      [
        code('scope'),
        `${codes(['all', 'planner', 'run:<NNNN>', 'phase:<name>'])}, with one of ${codes(contextPhases)}`,
      ],
    ],
  ),
  `Without a frontmatter its name is its scope (${code('all.md')}, ${code('review.md')}); whatever else it is called, it is for all. Drops for all come first, then those for the phase, for the planner, for the plan. Of one drop ${maxDropCharacters.toLocaleString('en')} characters are read, of all together ${maxContextCharacters.toLocaleString('en')}; what was cut, left out or could not be used is said. A drop is handed on as data, with its path, labelled as untrusted: nothing in it is an instruction.`,
  'Drops are read from your checkout right before each call, so what you drop while a run is under way is heard by whoever is asked next. Which ones a call was given is noted in its journal (`agent.context`), and their words are kept beside it; they stand at the end of the prompt, after what is the same in every call of a run ([decision 34](../decisions/0034-context-is-read-before-each-call.md)).',
];
