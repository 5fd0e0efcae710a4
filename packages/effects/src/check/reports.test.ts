import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultReportGlobs } from '@harness/core/test-report/files';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { countReportedTests, findReports, readFreshReports } from './reports.ts';

const junit = (passed: number) => `<testsuite>${'<testcase name="a"/>'.repeat(passed)}</testsuite>`;

async function setUp() {
  const folder = await testFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const found = async (globs = defaultReportGlobs) => [...(await findReports(folder, globs)).keys()].sort();
  return { folder, write, found };
}

describe('a report', () => {
  test.each([
    ...['junit.xml', 'report.xml', 'test-results.xml', 'packages/a/junit.xml', 'TEST-suite.xml', 'junit-unit.xml'],
    ...['test-results/deep/er/a.xml', 'packages/a/test-results/a.xml', 'reports/a/b.tap', 'report.tap'],
    ...[
      'target/surefire-reports/TEST-a.xml',
      'module/target/surefire-reports/a.xml',
      'a/b/build/test-results/test/x.xml',
    ],
  ])('is found in %s', async (path) => {
    const { write, found } = await setUp();
    write(path, junit(1));
    expect(await found()).toEqual([path]);
  });

  test('is not searched in dependencies, in sources, behind links, or in other files', async () => {
    const { folder, write, found } = await setUp();
    for (const path of ['node_modules/a/junit.xml', 'src/pom.xml', 'pom.xml', 'a/b/c/d/e/junit.xml', 'docs/a.xml'])
      write(path, junit(1));
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'node_modules/a'), join(folder, 'test-results'));
    expect(await found()).toEqual([]);
  });

  test('is found where the configuration says', async () => {
    const { write, found } = await setUp();
    for (const path of ['out/a.xml', 'x/out/b.xml', 'junit.xml']) write(path, junit(1));
    expect(await found(['**/out/*.xml'])).toEqual(['out/a.xml', 'x/out/b.xml']);
    expect(await found([])).toEqual([]);
  });
});

describe('a fresh report', () => {
  test('is new or was written again; several are added up', async () => {
    const { folder, write } = await setUp();
    write('junit.xml', junit(1));
    write('a/junit.xml', junit(2));
    const before = await findReports(folder, defaultReportGlobs);
    const count = async () => countReportedTests(await readFreshReports(folder, defaultReportGlobs, before));
    expect(await count()).toBeNull();
    write('b/junit.xml', junit(3));
    expect(await count()).toMatchObject({ tests: 3, passed: 3 });
    write('junit.xml', junit(1)); // with the same content
    expect(await count()).toMatchObject({ tests: 4 });
  });

  test('is not one with a future time, nor a file that is no report', async () => {
    const { folder, write } = await setUp();
    write('junit.xml', junit(9));
    utimesSync(join(folder, 'junit.xml'), new Date('2100-01-01'), new Date('2100-01-01'));
    const before = await findReports(folder, defaultReportGlobs);
    write('report.xml', '<project/>');
    write('test-results/a.tap', 'nothing');
    expect(countReportedTests(await readFreshReports(folder, defaultReportGlobs, before))).toBeNull();
  });

  test('may have been moved into its place with an old time', async () => {
    const { folder, write } = await setUp();
    write('junit.xml', junit(1));
    write('draft', junit(2));
    utimesSync(join(folder, 'draft'), new Date(0), new Date(0));
    const before = await findReports(folder, defaultReportGlobs);
    renameSync(join(folder, 'draft'), join(folder, 'junit.xml'));
    expect(countReportedTests(await readFreshReports(folder, defaultReportGlobs, before))).toMatchObject({ tests: 2 });
  });
});
