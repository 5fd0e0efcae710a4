/** Generates docs/workflows/gates.md: the release gate, the fidelity check and the ceiling. */

import { requirementStatuses } from '@harness/core/fidelity/verdict';
import { toMermaid } from '@harness/core/machine/mermaid';
import { type EnvironmentStatus, environmentStatuses } from '@harness/core/release-gate/environment';
import { type CriterionStatus, criterionStatuses } from '@harness/core/release-gate/judge';
import { fidelity } from '@harness/core/workflows/fidelity/machine';
import { planTokens } from '@harness/core/workflows/plan/over-budget';
import { endsTable } from './ends-table.ts';
import { block, code, page, table } from './markdown.ts';

export const gatesPage = (): string =>
  page(
    '# Gates',
    'Three gates look at the whole product: whether it may be released, how far it has drifted from its spec, and how many tokens it used recently. The first two are commands; a queue of plans also runs them after merges, if they are configured.',
    ...releaseGate(),
    ...drift(),
    ...ceiling(),
  );

/** A status without a description does not compile. */
const criterionMeanings: Readonly<Record<CriterionStatus, string>> = {
  covered:
    'A completed plan carries its tag (or all plans that it names are completed), and its tests exist and are not red.',
  uncovered: 'No completed plan carries its tag, or a plan that it names is not completed.',
  'covered-but-test-missing': 'A file of its tests does not exist.',
  'covered-but-test-failed': 'One of its test commands is red, or a test command of the product is red.',
};
const environmentMeanings: Readonly<Record<EnvironmentStatus, string>> = {
  set: 'The variable has a usable value.',
  'missing-from-template': 'The variable is missing.',
  placeholder: 'The variable has no value, or a placeholder such as `changeme`.',
};

const acceptance = [
  '## Release criteria',
  '',
  '- `login` "A user with an account can log in"',
  '  - Tested by: `test/login.test.js`, `npm run e2e -- login`',
  '  - Covered by plans: `0007`, `0008`',
  '  - Required connections: the mail server',
  '- `search` "Notes can be searched"',
  '',
  '## Environment requirements',
  '',
  '- `DATABASE_URL`',
].join('\n');

const releaseGate = (): readonly string[] => [
  '## Release gate',
  block('sh', 'harness release-gate --spec docs/product.md'),
  'The acceptance file of `product.md` is `product.acceptance.md` in the same folder. `--spec` or `releaseGate.specPath` names the spec.',
  block('markdown', acceptance),
  'The lines below a criterion are optional. A test is a file or folder of the repository, or a command: an entry with a space that is not a file. For a file, all test commands of the product (`checks.test` and `e2e.command`) must be green, because the harness cannot know which one runs it. The harness runs every command once in the checkout, and the exit code decides ([decision 38](../decisions/0038-what-proves-a-release-criterion.md)).',
  table(
    ['status of a criterion', 'meaning'],
    criterionStatuses.map((status) => [code(status), criterionMeanings[status]]),
  ),
  table(
    ['status of a variable in `.env.example`', 'meaning'],
    environmentStatuses.map((status) => [code(status), environmentMeanings[status]]),
  ),
  'The product is ready if every criterion is `covered` and every variable is `set`. Then the command exits 0, otherwise 1. It exits 2 if there is no criterion to judge. The report is `<stateDir>/release-reports/<date>-<spec>.md`, with a JSON file beside it. When the product is ready, `<stateDir>/RELEASE_READY` records the time, the spec and the report. The harness never rewrites this file; you may delete it.',
];

const drift = (): readonly string[] => [
  '## Fidelity',
  block('sh', 'harness fidelity --spec docs/product.md --threshold 25'),
  `The role ${code('plans.fidelity')} compares the product with its spec. It reads the spec, the completed plans and files below ${code('appPaths')}, changes no file, and answers with JSON:`,
  block(
    'json',
    JSON.stringify(
      {
        risk_score: 20,
        requirements: [{ requirement: '…', status: 'partial', plan_id: '0007', notes: 'src/login.js' }],
        drift: ['…'],
        risks: ['…'],
        recommended_actions: ['…'],
      },
      null,
      2,
    ),
  ),
  `A requirement is ${requirementStatuses.map(code).join(', ')}. The harness computes the score from the answer: half of the percentage of unmet requirements (a partial one counts half), plus two per drift, plus 0.3 times the risk score; at most 100. 0 means no drift. An unreadable answer gets one repair turn; then the command exits 4.`,
  'A score above the threshold (`fidelity.threshold`, default 25) exits 1 and blocks. One `chore:` commit on the base sets every active plan to `blocked` and adds `9999-fidelity-review.md` for people. Revert that commit to lift the block; the command prints how ([decision 39](../decisions/0039-a-drift-blocks-by-one-commit.md)). A queue also pauses. The report is `<stateDir>/fidelity-reports/<date>-<spec>.md`, with a JSON file beside it; older reports are kept.',
  block('mermaid', toMermaid(fidelity)),
  endsTable(fidelity.ends),
];

const ceiling = (): readonly string[] => [
  '## Ceiling',
  `${code('budget.ceilingTokens')}, or ${code('BUDGET_CEILING_TOKENS')}, is a soft limit for all runs of the repository within seven days. The run that crosses it reports ${code('budget_ceiling_reached')} in its journal and output, once per crossing, and continues. To stop a run, set a cap ([decision 40](../decisions/0040-the-ceiling-is-the-products.md)).`,
  `A plan that used more than ${planTokens(1).toLocaleString('en')} tokens for each of its ${code('estimated_passes')} is reported as ${code('plan_over_budget')} and continues.`,
];
