import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { planningIndex } from './planning-index.ts';
import { readSpecs } from './read-specs.ts';

const spec = (name: string, more: object = {}) => ({
  path: `subsystems_knowledge/shop/${name}.yaml`,
  content: {
    is: 'text' as const,
    text: stringify({
      id: name,
      system: 'shop',
      description: `The ${name}`,
      paths: { owned: [`src/${name}/**`] },
      invariants: [`${name} works`],
      ...more,
    }),
  },
});
const { subsystems } = readSpecs([
  spec('cart', { dependencies: { runtime: ['shop/money'] }, dependents: ['shop/page'] }),
  spec('money'),
  spec('page', { architecture: 'see ```docs``` ' }),
  spec('stock'),
]);
const files = ['README.md', 'src/cart/tax.ts', 'src/stock/a.ts'];
const index = (document: string, all = subsystems) => planningIndex(document, { subsystems: all, files });
const specsIn = (text: string) =>
  [...text.matchAll(/^subsystems_knowledge\/shop\/(\w+)\.yaml$/gm)].map(([, name]) => name);

test('I-24 I-25 the planner gets all subsystems, and the specs that the issue means with their neighbours', () => {
  const text = index(
    '# Round the tax\n\n## Goal\nRound it.\n\n## Subsystems\n- cart\n\n## Acceptance Criteria\n- two decimals\n',
  );
  expect(text.slice(0, text.indexOf('## Specs'))).toBe(`## The issue, by its headings
Goal: Round it.
Subsystems:
- shop/cart
Files: none found
Acceptance criteria:
- two decimals
Constraints: none found; the invariants of the subsystems count
Done when: none found; the first test tier of the subsystems counts

## Subsystems (4)
- shop/cart: The cart | files: src/cart/** | depends on: shop/money | used by: shop/page | invariants: INV-1
- shop/money: The money | files: src/money/** | used by: shop/cart | invariants: INV-1
- shop/page: The page | files: src/page/** | depends on: shop/cart | invariants: INV-1
- shop/stock: The stock | files: src/stock/** | invariants: INV-1

`);
  expect(specsIn(text)).toEqual(['cart', 'money', 'page']);
  expect(text).toContain('````yaml\nid: page\n');
});

test.each<[string, string, readonly string[]]>([
  ['a file', '# T\nsee `src/stock/a.ts:3`.', ['stock']],
  ['a glob', '# T\nin src/stock/*.ts', ['stock']],
  ['an id', '# T\nin shop/money!', ['money', 'cart']],
  ['a word', '# Money\nthe stock is fine', ['money', 'stock', 'cart']],
  ['no subsystem', '# T\nsrc/ is broken', []],
])('PI1 %s in free text means subsystems', (_, document, expected) => {
  expect(specsIn(index(document))).toEqual(expected);
});

test('PI2 the text is bounded, and says which specs are missing', () => {
  const long = readSpecs(
    Array.from({ length: 300 }, (_, n) =>
      spec(`s${n}`, { architecture: 'x'.repeat(30_000), description: 'y'.repeat(3_000) }),
    ),
  ).subsystems;
  const text = index(`# T\n${long.map(({ id }) => id).join(' ')}`, long);
  expect(text.length).toBeLessThan(180_000);
  expect(text).toMatch(
    /Left out for their length, read them yourself: subsystems_knowledge\/shop\/s\d+\.yaml, .* and 2\d\d more/,
  );
  expect(index('# T', [])).toContain('This repository has no subsystem specs.');
});
