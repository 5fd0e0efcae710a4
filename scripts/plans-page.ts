/** Generates docs/workflows/plans.md: plan files, the planner, context files and the phases of a plan. */

import { screensFolder, viewportNames, viewports } from '@harness/core/effects/screens';
import { contextPhases, contextSources, defaultContextDir } from '@harness/core/input-files/context-file';
import { planProblemCodes, planStatuses } from '@harness/core/input-files/plan-file';
import { toMermaid } from '@harness/core/machine/mermaid';
import { en } from '@harness/core/messages/en';
import { maxContextCharacters, maxContextFileCharacters } from '@harness/core/plans/context';
import { draftPlan } from '@harness/core/plans/draft';
import { planDefectKinds } from '@harness/core/plans/graph';
import { maxNewPlans } from '@harness/core/plans/guardrails';
import { type RunPhase, runPhases } from '@harness/core/plans/phases';
import { maxPages } from '@harness/core/site/capture';
import { deliver } from '@harness/core/workflows/deliver/machine';
import { phase } from '@harness/core/workflows/phase/machine';
import { plan } from '@harness/core/workflows/plan/machine';
import { planning } from '@harness/core/workflows/planning/machine';
import { siteReverse } from '@harness/core/workflows/site-reverse/machine';
import { browserVariable } from '@harness/effects/browser/find';
import { dryRunSection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { kindSection } from './kind-section.ts';
import { block, code, page, table } from './markdown.ts';

export const plansPage = (): string =>
  page(
    '# plans',
    'A product spec becomes plans. A plan is one Markdown file in your repository that people and the harness read and edit. This page describes the files, the planner that writes them, context for the agents, and how one plan runs, as a whole or phase by phase. The [daemon](daemon.md) runs plans unattended, one after the other.',
    ...planFilesSection(),
    ...plannerSection(),
    ...contextSection(),
    ...runSection(),
    ...phaseSection(),
    ...runFilesSection(),
    ...screensSection(),
    ...siteSection(),
    ...dryRunSection(
      'harness run 0007',
      'For a plan it shows the implementation and the delivery. With `--phase` it shows that phase on the current branch of the plan.',
    ),
    '## State machine of the planner',
    block('mermaid', toMermaid(planning)),
    '## Ends of the planner',
    endsTable(planning.ends),
    'If the planner proposes no new plan, its run ends as `nothing-planned` and the command exits 11.',
  );

const runSection = (): readonly string[] => [
  '## Run a plan',
  block('sh', 'harness run 0007\nharness run login-page --local-only --skip-e2e'),
  'The command refuses to start (exit 2) if a dependency is not completed or the tree has uncommitted changes. It names them.',
  'The run works in a lane on the branch `task/<NNNN-slug>`. The branch starts at the `baseBranch` of the forge, and your local base is updated to it. If your base has commits that the forge lacks, the run ends and shows how to push them. Then:',
  [
    '1. `plans.implementer` implements the plan, the checks run, and `plans.reviewer` reviews the change. Red checks and blocking findings go to `plans.fixer`; then checks and review run again, up to `agent.maxReviewPasses` times.',
    '2. When no finding blocks, `e2e.command` tests the product end to end. Its failures become findings for the fixer. The folders in `e2e.artifactDirs` are copied to the [files of the run](#the-files-of-a-run), with secrets redacted. Links, sockets, pipes, unreadable files, files over 64 MiB and what exceeds 512 MiB or 20,000 files per folder are skipped and named in the log.',
    '3. `plans.preparer` writes the text of the pull request. The remaining low findings are listed as follow-ups, word for word; other follow-ups of the preparer are removed.',
    '4. The branch is pushed and the pull request opened. The run waits for its checks (`forge.checksTimeoutMs`). Red checks become findings for the fixer while passes are left. A draft, requested changes, or missing evidence or sections stop the run. Then `plans.merge-checker` reviews the pull request a last time.',
    '   If the base moved, it is merged into the branch, tested by the checks and the end-to-end run, and pushed. The fixer resolves conflicts, and the resolution is proved and reviewed like the change itself. This happens at most three times.',
    '5. The pull request gets the label `agent/automerge` and is merged. The plan moves to `<completedDir>` by a `chore:` commit on the base, or by a separate pull request if the base accepts no push. A merged plan is done: if its file cannot be moved, the output describes the remaining step.',
  ].join('\n'),
  `The forge is GitHub if the remote ${code('origin')}, or the only other remote, is on GitHub. Its token is ${code('GITHUB_TOKEN')}, ${code('GH_TOKEN')} or the one that ${code('gh auth token')} prints; without any of them the command exits with 2. Without such a remote, or with ${code('forge.kind: "local"')}, the forge is a local one: a bare repository and pull requests as files below ${code('<stateDir>/forge')}, with your checks as its CI. After a local merge, a clean checkout of the base is updated. ${code('--local-only')} ends with the commit on the branch. The harness never force-pushes. If a person pushes, closes or merges in between, it notices and leaves that as it is.`,
  'If an agent needs a person (consent, terms, a payment), it writes `I need … to continue`. Its work is saved, and the run waits with the question `Errand`. The answer `Done` continues without using a pass.',
  'A plan has one run at a time. If an unfinished run exists, the command exits 2 and prints `harness resume <run>`. `harness run 0007 --resume` continues it without its name, and exits 2 if there is none.',
  '`harness demo plans` runs four plans of a small product with scripted agents and the local forge.',
  block('mermaid', toMermaid(plan)),
  'The implementation is a child run of [converge](converge.md). This is the delivery:',
  block('mermaid', toMermaid(deliver)),
  endsTable(plan.ends),
];

/** Per phase: a description, and the condition of exit code 0. */
const phaseRows: Readonly<Record<RunPhase, readonly [string, string]>> = {
  all: ['all steps above; the default', 'the plan is merged, or built with `--local-only`'],
  implement: [
    '`plans.implementer`, then the checks; red checks go to `plans.fixer` while passes are left',
    'a commit is on the branch',
  ],
  review: ['`plans.reviewer` reviews all changes of the branch against the base', 'no finding blocks'],
  'review-ui': [
    '`plans.ui-reviewer` reviews the running product of the branch; needs `devServer` and a Chromium',
    'no finding blocks',
  ],
  fix: [
    '`plans.fixer` repairs the blocking findings about the newest commit (review, UI review and end-to-end run), then the checks run and the branch is [proved](../TRUST.md#repairs)',
    'a commit is on the branch',
  ],
  'prepare-pr': [
    '`plans.preparer` writes the text of the pull request, with low findings as follow-ups; no push',
    'the body is written and printed',
  ],
  'e2e-verify': ['runs `e2e.command` in a lane on the branch and keeps its artifacts', 'it passed'],
  'merge-check': [
    'checks whether the open pull request may be merged, including the last review of `plans.merge-checker`; no merge',
    'it may be merged',
  ],
};

const phaseSection = (): readonly string[] => [
  '## Run one phase',
  block('sh', 'harness run 0007 --phase implement\nharness run 0007 --phase review\nharness run 0007 --phase fix'),
  'A phase works in a lane on the existing branch `task/<NNNN-slug>`. Only `implement` creates the branch from `baseBranch` if it is missing. A phase is a normal run, with `show`, `resume` and `stop`. It exits 0 only if it did its job.',
  table(
    ['phase', 'what it does', 'exit 0 if'],
    runPhases.map((name) => [code(name), ...phaseRows[name]]),
  ),
  'A phase looks up its prerequisites in the journals, by commit. `fix` needs findings about the newest commit. `prepare-pr` needs a review of it without blocking findings. `merge-check` also needs an end-to-end run of it, if one is configured. If a prerequisite is missing, the command names the phase to run first. A phase does not commit to a branch that is checked out in your working tree.',
  block('mermaid', toMermaid(phase)),
  endsTable(phase.ends),
];

const runFilesSection = (): readonly string[] => [
  '## The files of a run',
  `The folder ${code('<stateDir>/task-runs/<plan>/<YYYYMMDD-HHMMSS>/')} describes one run (time in UTC; a second run in the same second gets ${code('-2')}). ${code('latest')} links to the newest. The id of the run is the plan and that time, such as ${code('0007-20260214-093005')}. A run of the queue has another id, which ${code('run.json')} contains.`,
  table(
    ['file', 'content'],
    [
      ['`run.json`', 'the run, its plan, phase, branch, start and end'],
      ['`implement.out.md`, `review.out.md`, `fix.out.md`, `merge.out.md`', 'the newest answer of each role'],
      ['`findings-pass-N.md`', 'the input of pass N: red checks, findings, end-to-end failures'],
      ['`e2e-verify.out.md`', 'the newest end-to-end run; the first line is `E2E verification passed.` if it passed'],
      ['`e2e-verify.log`, `e2e-verify/`', 'the output of the end-to-end run, and the folders of `e2e.artifactDirs`'],
      ['`pr-seed.md`, `pr-body.md`', 'the facts for the pull request, and its body, which starts with `## Summary`'],
      ['`tokens-used.json`', 'one JSON record per line and call: role, phase, provider, model, tokens, cost, time'],
    ],
  ),
  'These files are views of the journals. They are replaced after each move and rebuilt when a run is resumed. The harness itself never reads them as evidence; it reads the journals.',
];

const screensSection = (): readonly string[] => [
  '## Screenshots of the running product',
  block(
    'json',
    JSON.stringify(
      { devServer: { command: 'npm run dev', url: 'http://127.0.0.1:3000', paths: ['/', '/login'] } },
      null,
      2,
    ),
  ),
  `If ${code('devServer')} is set, each pass reviews the running product after its checks. The harness starts the server in the clean room of the checks and waits up to ${code('devServer.readyTimeoutSec')}. An installed Chromium opens its pages at ${sizes.join(' and ')}. Then the server is stopped with all its child processes. ${code('plans.ui-reviewer')} receives the screenshots (below ${code(screensFolder)} of the lane), the accessibility outline, console errors and failed requests. Its findings and those of the other reviewers are repaired together. Screenshots and the server log stay with the run.`,
  `If the server dies or does not answer in time, the fixer receives the end of its log. If another process uses the port, the run ends and names the port and the process: stop that process, or change ${code('devServer.url')}. Without a Chromium the run skips the screenshots, prints one line and continues; ${code('harness doctor')} reports it, and ${code(browserVariable)} sets another path. The server also runs during the end-to-end command. Set ${code('devServer.forE2e')} to ${code('false')} if that command starts its own server.`,
];

const siteSection = (): readonly string[] => [
  '## From a site to a spec',
  block(
    'sh',
    'harness site-reverse https://shop.example\nharness site-reverse https://shop.example --planner preview --force',
  ),
  `The command captures up to ${maxPages} pages of one origin, breadth first from the address, at ${sizes.join(' and ')}. It does not follow links or redirects to other origins. ${code('plans.site-analyst')}, a role without tools, describes the pages; their text reaches it as data. Then the command writes these files into your checkout, all or none. It replaces existing files only with ${code('--force')}:`,
  table(
    ['file', 'content'],
    [
      [
        code('<contextDir>/site-reverse/<slug>/capture.json'),
        'the pages (text, links, outline, page errors), and skipped pages with reasons',
      ],
      [code('<contextDir>/site-reverse/<slug>/screenshots/'), 'one screenshot per page and size'],
      [code('<contextDir>/site-reverse/<slug>/analysis.json'), 'the answer of the analyst'],
      [code('<contextDir>/site-reverse/<slug>/source-analysis.md'), 'the same for people'],
      [code('docs/product-specs/<slug>.md'), 'the drafted spec; read it before you plan from it'],
      [code('<contextDir>/site-<slug>.md'), 'a context file that points the planner to the spec'],
    ],
  ),
  `${code('--planner emit')} continues with plan files for the new spec. ${code('--planner preview')} only shows them. The default is ${code('skip')}.`,
  block('mermaid', toMermaid(siteReverse)),
  endsTable(siteReverse.ends),
];

const sizes = viewportNames.map((name) => `${viewports[name].width}×${viewports[name].height}`);

const codes = (words: readonly string[]) => words.map(code).join(', ');

const example = {
  id: '0007',
  slug: 'login-page',
  title: 'A login page',
  phase: 'accounts',
  depends_on: ['0003'],
  estimated_passes: 2,
  summary: 'A user with an account can log in.',
  acceptance_tags: ['login'],
  scope_bullets: ['a form with name and password', 'a message for a wrong password'],
};

const planFilesSection = (): readonly string[] => [
  '## Plan files',
  'A plan is a file `<planDir>/<NNNN>-<slug>.md`. A completed plan is in `<completedDir>`. Both folders are settings; the defaults are `"docs/exec-plans/active"` and `"docs/exec-plans/completed"`. Files that do not start with a digit (a README, a template) are ignored. Plans with the id `9999` are for people; the harness never runs them.',
  block('markdown', draftPlan(example, 'product.md').trimEnd()),
  `The frontmatter is strict: other keys are errors. ${code('status')} is ${codes(planStatuses)}. ${code('depends_on')} and ${code('acceptance_tags')} may be omitted if they are empty. When the harness changes a status, it rewrites only that line.`,
  ...kindSection('plan', 'in the frontmatter'),
  `The next plan is the first by id that is ${code('active')} and whose dependencies are all completed.`,
  'The harness runs no plan while a plan file is invalid: the command exits 2 and lists all problems with their files.',
  table(
    ['problem of a file', 'message'],
    planProblemCodes.map((problem) => [code(problem), en.planProblems[problem]({ key: 'key', detail: '…' })]),
  ),
  table(
    ['problem of the graph', 'message'],
    planDefectKinds.map((defect) => [code(defect), en.planDefects[defect]({ ids: '…', files: '…' })]),
  ),
];

const plannerSection = (): readonly string[] => [
  '## The planner',
  block('sh', 'harness plan product.md --preview\nharness plan product.md'),
  `The role ${code('plans.planner')} has no tools. It receives the spec as data, the existing plans, the criteria of the acceptance file and its context files. It answers with JSON:`,
  block('json', JSON.stringify({ proposals: [example] }, null, 2)),
  `The planner may propose up to ${maxNewPlans} plans at a time (${code('--max-new-plans')}). A dependency cycle, a duplicate id or slug, an unknown dependency, a tag without a criterion, or too many plans go back to the planner once; then the command exits 4. Proposals for completed plans are skipped. A proposal with the id of another existing plan is a conflict: the command reports it and writes no file.`,
  'The command writes all files into your checkout or none, and never replaces an existing file. After a crash `harness resume` writes the rest. The output shows how to read and commit them. `--preview` shows the same and writes no file.',
  'An optional file `product.acceptance.md` beside `product.md` contains the release criteria, each with a tag. The planner adds these tags to the plans that fulfil them. The command names tags that no plan carries.',
  block('markdown', '## Release criteria\n\n- `login` "A user with an account can log in"'),
  '[The gates](gates.md) describe the acceptance file, the release gate and the fidelity check.',
];

const contextSection = (): readonly string[] => [
  '## Context',
  block('sh', 'harness context add notes.md --phase planner'),
  `Context files give agents information that the repository does not contain. They are Markdown files in ${code('contextDir')} (default ${code(JSON.stringify(defaultContextDir))}). ${code('harness context add')} copies a file there with a frontmatter and never replaces an existing one. Every role of plans receives the files with a matching scope.`,
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
  `Without a frontmatter, the name of the file is its scope (${code('all.md')}, ${code('review.md')}); any other name means all. The order is: files for all, for the phase, for the planner, for the plan. The limit is ${maxContextFileCharacters.toLocaleString('en')} characters per file and ${maxContextCharacters.toLocaleString('en')} in total. Cut, omitted and unusable files are reported. An agent receives a context file as untrusted data with its path, never as instructions.`,
  'The harness reads context files from your checkout before each call, so a file that you add during a run reaches the next agent. A file that an agent of a task left in the checkout reaches none, until you commit it or run `harness trust`. The journal notes the files of each call (`agent.context`) and keeps their text as an artifact. They come at the end of the prompt, after the part that is identical in every call of a run ([decision 34](../decisions/0034-context-is-read-before-each-call.md)).',
];
