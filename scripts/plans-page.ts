/** docs/workflows/plans.md: plan files, the planner and context drops, as far as they are here. Tables are drawn from the code. */
import { draw } from '@harness/core/draw';
import { en } from '@harness/core/messages/en';
import { maxContextCharacters, maxDropCharacters } from '@harness/core/plans/context';
import { draftPlan } from '@harness/core/plans/draft';
import { planDefectKinds } from '@harness/core/plans/graph';
import { mostNewPlans } from '@harness/core/plans/guardrails';
import { defaultContextDir, dropSources, phases } from '@harness/core/sources/context-drop';
import { planProblemCodes, planStatuses } from '@harness/core/sources/plan-file';
import { deliver } from '@harness/core/workflows/deliver/machine';
import { planning } from '@harness/core/workflows/planning/machine';
import { plan } from '@harness/core/workflows/plans/machine';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

export const plansPage = (): string =>
  page(
    '# plans',
    'A product spec becomes plans: one Markdown file each, in your repository, read and changed by people and by the harness alike. This page tells what is here: the files, the planner that writes them, the context that you drop for it, and how one plan is carried out. Working plans off by themselves, one after the other, is what the [daemon](daemon.md) does.',
    ...planFiles(),
    ...planner(),
    ...context(),
    ...carryingOut(),
    '## As the planner runs',
    block('mermaid', draw(planning)),
    '## How it ends',
    endsTable(planning.ends),
    'A planner that proposed nothing new ends as `nothing-planned`, and the command exits 11.',
  );

const carryingOut = (): readonly string[] => [
  '## Carrying a plan out',
  block('sh', 'harness run 0007\nharness run login-page --local-only --skip-e2e'),
  'A plan whose dependencies are not all completed is refused, and so is a tree with changes that are not committed: exit 2, with the names. Then, in a lane on the branch `task/<NNNN-slug>` that begins from `baseBranch`:',
  [
    '1. `plans.implementer` carries the plan out; the checks run; `plans.reviewer`, who was not there, reviews. What is red or blocks goes to `plans.fixer`, and the checks and the review begin again. `agent.maxReviewPasses` is how often.',
    '2. After a review in which nothing blocks the product is run end to end (`e2e.command`). What fails there becomes findings for the fixer. The folders in `e2e.artifactDirs` are copied to `<stateDir>/task-runs/<plan>/<run>/e2e-verify`.',
    '3. `plans.preparer` words the pull request. The lows that were left are its follow-ups, word for word; whatever else it wrote there is not trusted.',
    '4. The branch is pushed, the pull request opened, its checks waited for (at most 15 minutes). A draft, red or missing checks, changes that somebody asked for, a conflict, missing evidence or sections stop it; then `plans.merge-checker` takes a last look.',
    '5. It gets the label `agent/automerge` and is merged; the plan moves to `<completedDir>` by a `chore:` commit on the base.',
  ].join('\n'),
  `The forge is GitHub where the remote ${code('origin')} is there and ${code('GITHUB_TOKEN')} or ${code('GH_TOKEN')} is set, else a local one: a bare repository and pull requests as files below ${code('<stateDir>/forge')}, with your checks as its CI; a clean checkout of the base is moved along. ${code('--local-only')} ends with the commit on the branch. Nothing is ever forced, and what somebody pushes, closes or merges meanwhile is noticed and left as it is.`,
  'An agent that needs a person (consent, terms, a payment) says `I need … to continue`: what it wrote is saved, the run waits with the question `Errand`, and `Done` lets it go on without spending a pass.',
  '`harness demo plans` carries out four plans of a small product, with scripted agents and the local forge.',
  block('mermaid', draw(plan)),
  'The loop is [converge](converge.md), as a run of its own; this is the delivery:',
  block('mermaid', draw(deliver)),
  endsTable(plan.ends),
];

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
  `At most ${mostNewPlans} plans are proposed at a time (${code('--max-new-plans')}). A circle, an id or a slug that stands twice, a dependency on nothing, a tag that no criterion has, or too many plans go back to the planner once, named; then the command exits 4. What is completed already is skipped. An id of a plan that is not completed is a conflict: it is said, and nothing is written.`,
  'The files are written into your checkout as you would write them, all or none, and never over one that is there. After a crash `harness resume` writes the rest. The output says how to look at them and commit them; `--preview` shows the same and writes nothing.',
  'Beside `product.md` may lie `product.acceptance.md` with the criteria of the release, each with a tag. The planner puts the tags on the plans that fulfil them, and tags that no plan carries are named.',
  block('markdown', '## Release criteria\n\n- `login` "Whoever has an account can log in"'),
];

const context = (): readonly string[] => [
  '## Context',
  block('sh', 'harness context add notes.md --phase planner'),
  `What agents should know and the repository does not say: Markdown files in ${code('contextDir')} (${code(JSON.stringify(defaultContextDir))} by default). ${code('harness context add')} copies a file there with a frontmatter, and never over one that is there. In this version the planner is who reads them.`,
  table(
    ['key', 'values'],
    [
      [code('source'), codes(dropSources)],
      [code('scope'), `${codes(['all', 'planner', 'run:<NNNN>', 'phase:<name>'])}, with one of ${codes(phases)}`],
    ],
  ),
  `Without a frontmatter its name is its scope (${code('all.md')}, ${code('review.md')}); whatever else it is called, it is for all. Drops for all come first, then those for the phase, for the planner, for the plan. Of one drop ${maxDropCharacters.toLocaleString('en')} characters are read, of all together ${maxContextCharacters.toLocaleString('en')}; what was cut, left out or could not be used is said. A drop is handed on as data, with its path, labelled as untrusted: nothing in it is an instruction.`,
];
