import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addOns } from './add-ons.ts';

test('the versions are those of the packages that the tests use', () => {
  const dependencies = ['effects', 'harness'].flatMap((name) => {
    const manifest = readFileSync(new URL(`../../../${name}/package.json`, import.meta.url), 'utf8');
    return Object.entries((JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies);
  });
  const tested = Object.fromEntries(dependencies);
  const packages = Object.values(addOns).flatMap((one) => Object.entries(one.packages));
  expect(packages.length).toBe(5);
  expect(packages.map(([name]) => [name, tested[name]])).toEqual(packages);
});
