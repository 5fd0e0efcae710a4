import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { specs } from './repository.ts';

const good = 'id: cart\nsystem: shop\ndescription: x\npaths: {owned: [src/**]}\ninvariants: []\n';

test('doctor looks at the subsystem specs, if there are any', () => {
  const root = mkdtempSync(join(tmpdir(), 'harness-doctor-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  expect(specs(root)).toBeUndefined();
  mkdirSync(join(root, 'subsystems_knowledge/shop'), { recursive: true });
  const file = join(root, 'subsystems_knowledge/shop/cart.yaml');
  writeFileSync(file, good);
  expect(specs(root)).toMatchObject({
    id: 'subsystems',
    ok: true,
    required: false,
    detail: '1 subsystem spec in order',
  });
  writeFileSync(file, `${good}test: npm test\n`);
  expect(specs(root)?.detail).toBe(
    '1 subsystem spec in order; subsystems_knowledge/shop/cart.yaml, test: it is not a field of a spec and has no effect; did you mean "tests"?',
  );
  writeFileSync(file, good.replace('cart', 'card'));
  expect(specs(root)).toMatchObject({
    ok: false,
    detail: 'subsystems_knowledge/shop/cart.yaml, id: it must be "cart", as in the path of the file.',
    fix: 'harness validate',
  });
});
