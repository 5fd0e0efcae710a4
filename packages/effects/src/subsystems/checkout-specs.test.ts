import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { en } from '@harness/core/messages/en';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { testFolder } from '../test-folder.ts';
import { checkDocuments } from '../validate/documents.ts';
import { readCheckoutSpecs } from './checkout-specs.ts';
import { readCommitSpecs } from './commit-specs.ts';

afterAll(clearScratch);

const spec = (name: string) =>
  `id: ${name}\nsystem: shop\ndescription: The ${name}\npaths:\n  owned: [src/${name}/**]\ninvariants: []\n`;

test('checkout and commit are read alike, and no link is followed', async () => {
  const repo = scratch();
  const folder = join(repo.root, 'subsystems_knowledge');
  mkdirSync(join(folder, 'shop'), { recursive: true });
  for (const [name, text] of Object.entries({
    'cart.yaml': spec('cart'),
    'page.yml': spec('page'),
    'notes.md': 'x',
    'stock.yaml': `${spec('stock')}dependant: x\n`,
    'large.yaml': '#'.repeat(70_000),
    'latin.yaml': Buffer.from('description: caf\xe9\n', 'latin1'),
  }))
    writeFileSync(join(folder, 'shop', name), text);
  symlinkSync('cart.yaml', join(folder, 'shop', 'link.yaml'));
  symlinkSync('shop', join(folder, 'store'));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=x');
  const said = ['large', 'latin', 'link'].map((name) => `subsystems_knowledge/shop/${name}.yaml`);
  const expected = [
    `${said[0]}: a spec must not be larger than 64 kB.`,
    `${said[1]}: a spec must be UTF-8 text.`,
    `${said[2]}: a spec must be a file, not a symbolic link.`,
    'subsystems_knowledge/store: a spec must be a file, not a symbolic link.',
    'subsystems_knowledge/shop/page.yml: it has no effect: only files that end with .yaml are read.',
    'subsystems_knowledge/shop/stock.yaml, dependant: it is not a field of a spec and has no effect; did you mean "dependents"?',
  ];
  for (const read of [await readCommitSpecs(repo.root, 'HEAD'), readCheckoutSpecs(repo.root)]) {
    expect([...(read?.defects ?? []), ...(read?.warnings ?? [])].map((one) => specProblemText(en, one))).toEqual(
      expected,
    );
    expect(read?.subsystems.map(({ id }) => id)).toEqual(['shop/cart', 'shop/stock']);
  }
  const row = checkDocuments(repo.root).find(({ id }) => id === 'subsystems');
  expect([row?.problems.length, row?.warnings.length, row?.paths.length]).toEqual([4, 2, 7]);
});

test('a repository without specs has no row, and a link instead of the folder is a defect', async () => {
  const root = await testFolder();
  expect(readCheckoutSpecs(root)).toBeNull();
  expect(checkDocuments(root).map(({ id }) => id)).toEqual(['sessions', 'learnings', 'roadmap', 'timeline']);
  symlinkSync(dirname(root), join(root, 'subsystems_knowledge'));
  expect(readCheckoutSpecs(root)?.defects).toMatchObject([{ file: 'subsystems_knowledge', code: 'link' }]);
});
