/** Attacks on the reports of a check: the tests that run in it are those of an agent. */
import { describe, expect, test } from 'vitest';
import {
  goodTest,
  linkPackages,
  modes,
  rows,
  setUpListedCheck,
  vitestFiles,
  vitestRows,
} from '../testing/listed-check.ts';
import { noSandboxReason } from '../testing/sandbox.ts';

/** The folder for reports as a test finds it: by the arguments of the process that runs the tests. */
const findsReports = `const { execSync } = require('node:child_process');
const fs = require('node:fs');
const args = fs.readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\0');
const report = args.filter((one) => one.startsWith('--test-reporter-destination=/'))[0].split('=')[1];
const folder = require('node:path').dirname(report);
`;
describe.each(modes)('%s', (_, isBoxed) => {
  test.each<[string, string, readonly string[] | null]>([
    ['ends its process at import', 'process.exit(0);', ['+ good (test/a.test.js)']],
    [
      'ends its process in a test',
      "const { test } = require('node:test');\ntest('x', () => process.exit(0));",
      ['+ good (test/a.test.js)'],
    ],
    ['throws at import', 'throw new Error();', ['+ good (test/a.test.js)']],
    [
      'kills its process',
      "const { test } = require('node:test');\ntest('x', () => process.kill(process.pid, 'SIGKILL'));",
      ['+ good (test/a.test.js)'],
    ],
    [
      'writes garbage beside the report',
      `${findsReports}for (const name of ['x', 'notes.txt']) fs.writeFileSync(folder + '/' + name, 'garbage');`,
      ['+ good (test/a.test.js)'],
    ],
    ['adds a broken report', `${findsReports}fs.writeFileSync(folder + '/vitest-1.json', '{"testResults":[');`, null],
    [
      'adds a large report',
      `${findsReports}fs.writeFileSync(folder + '/jest-1.json', ''); fs.truncateSync(folder + '/jest-1.json', 1e9);`,
      null,
    ],
    ['adds a link', `${findsReports}fs.symlinkSync('/etc/passwd', folder + '/node-1.json');`, null],
    ['adds a link to an endless file', `${findsReports}fs.symlinkSync('/dev/zero', folder + '/node-1.json');`, null],
    ['adds a pipe', `${findsReports}execSync('mkfifo ' + folder + '/pytest-1.xml');`, null],
    ['adds a folder', `${findsReports}fs.mkdirSync(folder + '/pytest-1.xml');`, null],
    [
      'adds many reports',
      `${findsReports}for (let n = 0; n < 600; n++) fs.writeFileSync(folder + '/jest-' + n, '{"testResults":[]}');`,
      null,
    ],
    [
      'adds many other files',
      `${findsReports}for (let n = 0; n < 10001; n++) fs.writeFileSync(folder + '/' + n, '');`,
      null,
    ],
    ['writes into the report', `${findsReports}fs.appendFileSync(report, 'garbage'.repeat(1000));`, null],
    ['takes all permissions', `${findsReports}fs.chmodSync(folder, 0);`, ['+ good (test/a.test.js)']],
    [
      'empties the folder',
      `${findsReports}fs.readdirSync(folder).forEach((one) => fs.rmSync(folder + '/' + one));`,
      null,
    ],
  ])('a test file that %s does not stop the check', async (_name, attack, expected) => {
    const { list } = await setUpListedCheck({ 'test/a.test.js': goodTest, 'test/b.test.js': attack }, { isBoxed });
    const { results } = await list('node --test --test-concurrency=1 test/');
    expect(results).toMatchObject({ isReported: true });
    expect(rows(results)).toEqual(expected);
  });
});

test.runIf(noSandboxReason === undefined)('vitest reports each test in a sandbox', async () => {
  const { repo, list } = await setUpListedCheck(vitestFiles, { isBoxed: true });
  linkPackages(repo);
  const { results } = await list('node_modules/.bin/vitest run');
  expect(results).toMatchObject({ isReported: true, runner: 'vitest' });
  expect(rows(results)).toEqual(vitestRows);
});

test.runIf(noSandboxReason === undefined)('in a sandbox a test cannot write the programs of the harness', async () => {
  const attack = `${findsReports}
const { test } = require('node:test');
const assert = require('node:assert');
const programs = require('node:path').join(folder, '..', 'programs');
for (const name of ['preload.cjs', 'node-reporter.mjs', 'bin/node', 'bin/npm', '../x'])
  test(name, () => assert.throws(() => fs.writeFileSync(programs + '/' + name, ''), { code: 'EROFS' }));
test('folder', () => assert.throws(() => fs.renameSync(folder, folder + '2'), /EROFS|EBUSY/));
test('programs', () => assert.throws(() => fs.rmSync(programs, { recursive: true }), { code: 'EROFS' }));
`;
  const { list } = await setUpListedCheck({ 'test/a.test.js': attack }, { isBoxed: true });
  const { exitCode, results } = await list('node --test test/');
  expect(rows(results)?.filter((row) => !row.startsWith('+'))).toEqual([]);
  expect({ exitCode, count: results.tests?.length }).toEqual({ exitCode: 0, count: 7 });
});

test('without a sandbox, a folder that is gone or replaced by a link has broken reports', async () => {
  for (const attack of ['', "fs.symlinkSync('/etc', folder);", "fs.writeFileSync(folder, '');"]) {
    const remove = `${findsReports}fs.rmSync(folder, { recursive: true });\n${attack}`;
    const { list } = await setUpListedCheck({ 'test/a.test.js': goodTest, 'test/b.test.js': remove });
    const { results, exitCode } = await list('node --test --test-concurrency=1 test/');
    expect({ exitCode, ...results }).toMatchObject({ exitCode: 0, isReported: true, runner: 'node', tests: null });
  }
});

test('names are data, and 5,000 tests are listed', async () => {
  const names = ['a\nb', 'c\u001b[31md', '🙂', 'x'.repeat(400)];
  const file = `const { test } = require('node:test');
for (const name of ${JSON.stringify(names)}) test(name, () => {});
for (let n = 0; n < 5000; n++) test('case ' + n, () => {});
`;
  const { list } = await setUpListedCheck({ 'test/a.test.js': file });
  const { tests } = (await list('node --test test/')).results;
  expect(tests).toHaveLength(5_004);
  expect(tests?.slice(0, 4).map(({ name }) => name)).toEqual(['a\nb', 'c\u001b[31md', '🙂', 'x'.repeat(300)]);
}, 60_000);
