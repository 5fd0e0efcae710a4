/** A proof: Stryker obeys the base, and a change that could deceive it is judged by the edits of the harness. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Files, prove } from '../testing/prove.ts';
import { nodePrice, nodePriceTest, nodeTest } from './testing/small-repositories.ts';

const folder = mkdtempSync(join(tmpdir(), 'harness-stryker-'));
const packages = join(folder, 'node_modules');
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
const installed = spawnSync('npm', ['install', ...options, '@stryker-mutator/core@9.6.1'], { cwd: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base: Files = {
  'package.json': `${JSON.stringify({ type: 'module', devDependencies: { '@stryker-mutator/core': '9.6.1' } })}\n`,
  'src/price.js': nodePrice,
  'src/price.test.js': nodePriceTest,
};
const discount = `export function discount(total, percent) {
  if (percent < 0 || percent > 100) throw new RangeError('A percentage is between 0 and 100');
  return total - (total * percent) / 100;
}
`;
const goodTest = nodeTest(`test('discounts', () => {
  assert.equal(discount(100, 10), 90);
  assert.equal(discount(50, 100), 0);
  assert.equal(discount(50, 0), 50);
});

test('refuses a wrong percentage', () => {
  assert.throws(() => discount(100, 101), RangeError);
  assert.throws(() => discount(100, -1), RangeError);
});`);
const good: Files = { 'src/discount.js': discount, 'src/discount.test.js': goodTest };
const weak: Files = {
  'src/discount.js': discount,
  'src/discount.test.js': nodeTest("test('discounts', () => assert.ok(discount(100, 10) > 0));"),
};
const proveWith = (change: Files, more: { readonly base?: Files; readonly packages?: string } = {}) =>
  prove({ checks: ['node --test'], change, mutants: 6, packages, ...more, base: { ...base, ...more.base } });

describe.skipIf(installed.status !== 0)('Stryker 9.6 (skipped if npm cannot install it)', () => {
  test('makes the edits of an honest change', async () => {
    const { result } = await proveWith(good);
    expect(result).toMatchObject({ at: 'proved', by: 'witness', tried: 6, stryker: 'used' });
  });

  test('names the edits that no test notices', async () => {
    const { result } = await proveWith(weak);
    expect(result).toMatchObject({ at: 'back', reasons: [{ code: 'survivors' }] });
    const names = result.at === 'back' ? (result.reasons[0]?.names ?? []) : [];
    expect(names).toContain('src/discount.js:2: percent < 0 → percent <= 0');
    expect(names.every((name) => /^src\/discount\.js:[1-4]: .+ → .+$/.test(name))).toBe(true);
  });

  test('uses the configuration of the base, which may be JavaScript', async () => {
    const config = "export default { mutator: { excludedMutations: ['EqualityOperator'] } };\n";
    const { result } = await proveWith(weak, { base: { 'stryker.conf.mjs': config } });
    expect(JSON.stringify(result)).toContain('percent < 0 → false');
    expect(JSON.stringify(result)).not.toContain('percent < 0 → percent');
  });

  test('obeys no configuration and no plugin of the change', async () => {
    const plugin = 'process.exit(0);\n';
    const config = JSON.stringify({ plugins: ['./plugin.mjs'], mutator: { excludedMutations: ['EqualityOperator'] } });
    const { result } = await proveWith({ ...weak, 'plugin.mjs': plugin, 'stryker.config.json': config });
    expect(result).toMatchObject({ at: 'back', reasons: [{ code: 'survivors' }] });
    expect(JSON.stringify(result)).toContain('percent < 0 → percent <= 0');
  });

  test('is replaced by the edits of the harness if its test runner fails', async () => {
    const { result } = await proveWith(good, { base: { 'stryker.conf.json': '{ "testRunner": "missing" }' } });
    expect(result).toMatchObject({ at: 'proved', by: 'witness', stryker: 'failed' });
    expect(result.at === 'proved' && result.tried).toBeGreaterThan(0);
  });
});

describe('a change is judged by the edits of the harness', () => {
  test.concurrent('but not without a reason: a report that says that all is noticed is believed', async () => {
    const { result } = await proveWith(weak, { packages: fakePackages() });
    expect(result).toMatchObject({ at: 'proved', by: 'witness', tried: 1, stryker: 'used' });
  });

  test.concurrent('if Stryker is not installed', async () => {
    const { result } = await prove({ checks: ['node --test'], base, change: good, mutants: 4 });
    expect(result).toMatchObject({ at: 'proved', by: 'witness', stryker: 'failed' });
  });

  test.concurrent.each<[string, Files]>([
    ['brings its own Stryker', { 'node_modules/@stryker-mutator/core/package.json': '{}\n' }],
    ['brings a package in its place', { 'package.json': `${base['package.json']?.replace('9.6.1', 'file:./mine')}` }],
    ['brings a report', { 'stryker.harness.report.json': '{}' }],
    [
      'fails in a test as soon as Stryker runs it',
      {
        'src/discount.test.js': `${weak['src/discount.test.js']}test('more', () => assert.ok(!process.env.__STRYKER_ACTIVE_MUTANT__));\n`,
      },
    ],
    ['switches Stryker off', { 'src/discount.js': `// Stryker disable all\n${discount}` }],
  ])('if it %s', async (_, more) => {
    const { result } = await proveWith({ ...weak, ...more }, { packages: fakePackages() });
    expect(result).toMatchObject({ at: 'back', reasons: [{ code: 'survivors' }] });
  });

  test.concurrent.each<[string, string]>([
    ['writes garbage', 'head -c 100000 /dev/urandom > stryker.harness.report.json'],
    ['writes a link to a report', `echo '${forgedReport()}' > a.json; ln -s a.json stryker.harness.report.json`],
    ['ends with an error after its report', `echo '${forgedReport()}' > stryker.harness.report.json; exit 1`],
  ])('if Stryker %s', async (_, script) => {
    const { result } = await proveWith(weak, { packages: fakePackages(script) });
    expect(result).toMatchObject({ at: 'back', reasons: [{ code: 'survivors' }] });
  });
});

/** The installed packages of the user, with a program of this text in place of Stryker. It says that all is noticed. */
function fakePackages(script = `echo '${forgedReport()}' > stryker.harness.report.json`): string {
  const fake = mkdtempSync(join(folder, 'fake-'));
  mkdirSync(join(fake, '.bin'));
  writeFileSync(join(fake, 'stryker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  symlinkSync(join(fake, 'stryker'), join(fake, '.bin/stryker'));
  return fake;
}

function forgedReport(): string {
  const location = { start: { line: 2, column: 7 }, end: { line: 2, column: 9 } };
  const mutants = [{ mutatorName: 'x', replacement: 'y', status: 'Killed', location }];
  return JSON.stringify({ files: { 'src/discount.js': { source: '', mutants } } });
}
