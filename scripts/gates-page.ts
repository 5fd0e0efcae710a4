/** docs/workflows/gates.md: the release gate, the fidelity check and the ceiling. Tables are drawn from the code. */

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
    '# The gates around plans',
    'Three things look at a product as a whole, beside the plans that build it: whether it may be released, how far it has drifted from its spec, and what it has cost lately. Each is a command of its own; a queue of plans asks the first two by itself, after merges.',
    ...releaseGate(),
    ...drift(),
    ...ceiling(),
  );

/** A status without a word about it does not compile. */
const criterionMeans: Readonly<Record<CriterionStatus, string>> = {
  covered:
    'A completed plan carries its tag (or all plans that it names are completed), and its tests are there and not red.',
  uncovered: 'No completed plan carries its tag, or a plan that it names is not completed.',
  'covered-but-test-missing': 'A file that it is tested by is not there.',
  'covered-but-test-failed': 'A command that it is tested by is red, or one that runs the tests of the product is.',
};
const environmentMeans: Readonly<Record<EnvironmentStatus, string>> = {
  set: 'It stands there with a value that one can start from.',
  'missing-from-template': 'It does not stand there.',
  placeholder: 'It stands there without a value, or with a word for one, such as `changeme`.',
};

const acceptance = [
  '## Release criteria',
  '',
  '- `login` "Whoever has an account can log in"',
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
  '## The release gate',
  block('sh', 'harness release-gate --spec docs/product.md'),
  'Beside `product.md` lies `product.acceptance.md`. The spec is named by `--spec` or by `releaseGate.specPath`.',
  block('markdown', acceptance),
  'What stands below a criterion may be left out. A test is a file or folder of the repository, or a command: a word with a blank in it that is no file. The commands that run the tests of the product are `checks.test` and `e2e.command`; which of them runs a certain file cannot be known, so all must be green. Every command runs once, by the harness, in the checkout, and its exit code decides ([decision 38](../decisions/0038-what-proves-a-release-criterion.md)).',
  table(
    ['criterion is', ''],
    criterionStatuses.map((status) => [code(status), criterionMeans[status]]),
  ),
  table(
    ['variable is, in `.env.example`,', ''],
    environmentStatuses.map((status) => [code(status), environmentMeans[status]]),
  ),
  'It is ready when every criterion is `covered` and every variable is `set`: exit 0, else 1; exit 2 when there is nothing to judge. The report is `<stateDir>/release-reports/<date>-<spec>.md`, with the same as JSON beside it. When it is ready, `<stateDir>/RELEASE_READY` says since when, for which spec and by which report; it is never rewritten, and is yours to delete.',
];

const drift = (): readonly string[] => [
  '## Fidelity',
  block('sh', 'harness fidelity --spec docs/product.md --threshold 25'),
  `One role, ${code('plans.fidelity')}, reads the spec, the completed plans and whatever it needs of the files below ${code('appPaths')}. It may change nothing, and answers with JSON:`,
  block(
    'json',
    JSON.stringify(
      {
        ...{
          risk_score: 20,
          requirements: [{ requirement: '…', status: 'partial', plan_id: '0007', notes: 'src/login.js' }],
        },
        ...{ drift: ['…'], risks: ['…'], recommended_actions: ['…'] },
      },
      null,
      2,
    ),
  ),
  `A requirement is ${requirementStatuses.map(code).join(', ')}. The score is computed from that and never taken from the answer: half of the percentage that is not met (what is met in part counts half), two for each drift, and three tenths of the risk; at most 100. 0 is no drift at all. An answer that cannot be read gets one repair turn; then the command exits 4.`,
  'A score above the threshold (`fidelity.threshold`, 25 by default) exits 1 and blocks: one `chore:` commit on the base sets every active plan to `blocked` and puts `9999-fidelity-review.md` beside them, for people. Reverting that commit lifts it, and the command prints how ([decision 39](../decisions/0039-a-drift-blocks-by-one-commit.md)). A queue pauses itself besides. The report is `<stateDir>/fidelity-reports/<date>-<spec>.md`, with the same as JSON beside it; none is ever written over.',
  block('mermaid', toMermaid(fidelity)),
  endsTable(fidelity.ends),
];

const ceiling = (): readonly string[] => [
  '## The ceiling',
  `${code('budget.ceilingTokens')}, or ${code('BUDGET_CEILING_TOKENS')}, is what all runs of the repository together may use in seven days before it is said: a line ${code('budget_ceiling_reached')} in the journal and the output of the run that crosses it, once a crossing. Work goes on: who wants to be stopped sets a cap ([decision 40](../decisions/0040-the-ceiling-is-the-products.md)).`,
  `A plan that used more than ${planTokens(1).toLocaleString('en')} tokens for each of its ${code('estimated_passes')} is told as ${code('plan_over_budget')}, and goes on too.`,
];
