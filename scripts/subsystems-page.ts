/** Generates docs/SUBSYSTEMS.md: how to write a subsystem spec, every field, and an example that is parsed here. */
import { specJsonSchema } from '@harness/core/subsystems/json-schema';
import { isSubsystemSpec, maxSpecs, readSpecs } from '@harness/core/subsystems/read-specs';
import { maxYamlBytes } from '@harness/core/subsystems/yaml-document';
import { block, code, page, type Row, table } from './markdown.ts';

/** The part of JSON Schema that the schema of a spec uses. */
interface Node {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

export const specSchemaFile = (): string => `${JSON.stringify(specJsonSchema(), null, 2)}\n`;

const example = `# subsystems_knowledge/shop/cart.yaml
id: cart
system: shop
description: Keeps the items of a customer and computes the total.
paths:
  owned:
    - src/cart/**
    - test/cart.test.js
  public_api: src/cart/index.js
invariants:
  - A cart never has a negative amount of an item.
  - id: EXACT
    text: Sums are exact to the cent.
    command: npm run test:sums
dependencies:
  compile_time: [shop/money]
  data: [the table of prices]
dependents: [shop/page]
tests:
  tier0: npm test -- cart
  tier1:
    - npm test
    - npm run e2e
milestone: { current: beta, target: production }
gaps:
  - id: G1
    title: Currencies without cents are not rounded.
    priority: 2
    done_when: A total in JPY has no decimals.
recently_fixed:
  - id: FIX-7
    date: 2026-01-02
    description: The tax was added twice.
    files: [src/cart/tax.js]
helpful_skills:
  - name: money
    when: an amount or a currency changes
`;
const neighbours = ['money', 'page'].map((name) => ({
  path: `subsystems_knowledge/shop/${name}.yaml`,
  text: `id: ${name}\nsystem: shop\ndescription: ${name}\npaths: { owned: src/${name}/** }\ninvariants: []\n`,
}));

function checkExample(): void {
  const files = [{ path: 'subsystems_knowledge/shop/cart.yaml', text: example }, ...neighbours];
  const { subsystems, defects, warnings } = readSpecs(
    files.map(({ path, text }) => ({ path, content: { is: 'text', text } })),
  );
  const isPlaced = files.every(({ path }) => isSubsystemSpec(path));
  if (!isPlaced || subsystems.length !== 3 || defects.length + warnings.length > 0)
    throw new Error('the example of docs/SUBSYSTEMS.md is invalid');
}

export function subsystemsPage(): string {
  checkExample();
  return page(
    '# Subsystem specs',
    'A subsystem spec tells agents and the harness which files belong together, which rules they keep, and which commands prove it. `harness issues` plans, checks and reviews by the specs of your repository. Specs are optional.',
    `Write one file per subsystem at \`subsystems_knowledge/<system>/<subsystem>.yaml\`, and commit it. The id of the subsystem is \`<system>/<subsystem>\`. This is a complete example:`,
    block('yaml', example.trimEnd()),
    '`harness validate` and `harness doctor` read the specs of your checkout and name every problem by its file and the path inside it. `harness issues` reads the last commit. It exits 2 before any work if a spec has a problem. With the [JSON Schema](../schema/subsystem.schema.json) an editor completes and checks a spec.',
    '## Fields',
    'A field that may be a list may also be one text. An unknown field has no effect; `harness validate` warns of it.',
    table(['field', 'type', 'required', 'meaning'], rows('', specJsonSchema() as Node)),
    '## Files and globs',
    'Globs start at the root of the repository: `*` and `?` match within a name, `**` matches any folders, `{a,b}` matches either, and a glob that ends with `/` matches everything below the folder. Brackets have no meaning, so `app/[id]/page.tsx` is a file name.',
    list(
      'A file that two specs own belongs to both subsystems: the invariants and tests of both count. `harness validate` warns of globs that overlap.',
      'A file that no spec owns may change. The plan and the review name it in a warning. If no spec owns a file of a change group, the configured checks are its first test tier.',
      'Without any spec there are no invariants and no warnings, and the configured checks are the first test tier.',
      'No issue changes a spec. A reviewer reports what is missing as a gap, and the harness opens the issue `Spec gap: …` for it.',
    ),
    '## Relations',
    'A relation counts from both sides: with `dependents: [shop/page]` in the spec of the cart, the page is a consumer of the cart, and the cart is a provider of the page. An entry of `dependents`, and an entry of `compile_time` or `runtime` in the form `<system>/<subsystem>`, must name an existing subsystem. Other entries, such as `zod` or a table, are notes. A cycle is allowed, and `harness validate` warns of it.',
    'A plan names its subsystems. The specs decide their parts: a **primary** subsystem is the target of the change, its **consumers** depend on it, and it depends on its **providers**. The **blast radius** of a plan is the files of its subsystems, and of the direct consumers and providers of its primary ones. A plan with a file of another subsystem is sent back to the planner.',
    '## Invariants and tests',
    list(
      'The harness runs the `command` of an invariant in the sandbox of a check; exit code 0 proves it. Commands run for every change group that changes a file of the subsystem.',
      'A reviewer judges an invariant without a command. Its evidence must name a `path:line` that exists in the commit.',
      '`tier0` runs for every change group of the subsystem, `tier1` once in the review of the issue. The harness never runs `tier2`.',
      'Invariants have the ids `INV-1`, `INV-2`, … by their position unless you set `id`. Set it if you want to reorder them.',
    ),
    '## Limits',
    `A spec is UTF-8 text of at most ${maxYamlBytes / 1024} kB, and a repository has at most ${maxSpecs} of them. YAML aliases (\`*name\`) and tags (\`!name\`) are refused, and so are symbolic links. Put a text with a colon in quotes: YAML reads \`- sums: exact\` as a key.`,
  );
}

const list = (...items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

/** One row per field, followed by the fields below it. */
function rows(path: string, { properties = {}, required = [] }: Node): readonly Row[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const form = objectOf(node);
    const item = objectOf(itemOf(node) ?? {});
    const row = [code(at), typeText(node), required.includes(key) ? 'yes' : '', node.description ?? ''];
    return [row, ...(form ? rows(at, form) : []), ...(item ? rows(`${at}[]`, item) : [])];
  });
}

const formsOf = ({ anyOf, ...node }: Node): readonly Node[] => (anyOf ? anyOf.flatMap(formsOf) : [node]);
const objectOf = (node: Node) => formsOf(node).find(({ properties }) => properties !== undefined);
const itemOf = (node: Node) => formsOf(node).find(({ items }) => items !== undefined)?.items;

function typeText(node: Node): string {
  const forms = formsOf(node).filter(({ type }) => type !== 'null');
  return [...new Set(forms.map(formText))].join(' or ') || 'any';
}

function formText({ enum: choices, type = '', items }: Node): string {
  if (choices) return choices.map((value) => code(String(value))).join(', ');
  if (type === 'array') return `list of ${typeText(items ?? {}).replaceAll(/\b(text|object)\b/g, '$1s')}`;
  return words[type] ?? 'any';
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  object: 'object',
};
