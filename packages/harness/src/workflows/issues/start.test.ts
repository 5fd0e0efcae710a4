import { Refusal } from '@harness/core/failure/refusal';
import { expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { requireSubsystemSpecs } from './start.ts';

const refusalIn = (root: string) =>
  requireSubsystemSpecs(root, 'en').then(
    () => null,
    (error: unknown) => error,
  );

test('all defects of all specs of the last commit are refused at once, before anything begins', async () => {
  const repo = repository();
  expect(await refusalIn(repo.path)).toBeNull();
  const good = 'id: cart\nsystem: shop\ndescription: x\npaths: {owned: [src/**]}\ninvariants: []\n';
  repo.write('repo/subsystems_knowledge/shop/cart.yaml', good);
  repo.write('repo/subsystems_knowledge/shop/page.yaml', 'id: page\n\u001b[2J: [\n');
  repo.write(
    'repo/subsystems_knowledge/shop/stock.yaml',
    good.replace('invariants: []', 'invariants: [a, {id: INV-1}]'),
  );
  expect(await refusalIn(repo.path)).toBeNull(); // not committed
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=x');
  const refusal = (await refusalIn(repo.path)) as Refusal;
  expect(refusal).toBeInstanceOf(Refusal);
  expect([refusal.code, refusal.exitCode]).toEqual(['issues.specs-broken', 2]);
  expect(String(refusal.params['problems'])).not.toContain('\u001b');
  const stock = 'subsystems_knowledge/shop/stock.yaml';
  expect(String(refusal.params['problems']).split('\n  ').slice(1)).toEqual([
    expect.stringMatching(/^subsystems_knowledge\/shop\/page\.yaml: line \d is not valid YAML: .*\.$/),
    `${stock}, invariants[1].text: it must be set.`,
    `${stock}, id: it must be "stock", as in the path of the file.`,
    `${stock}, invariants[1]: the id "INV-1" is used more than once in this file.`,
  ]);
});
