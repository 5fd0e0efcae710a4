/** Tests of the files, conventions, reports and verdict of a session. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportArgs } from '@harness/core/effects/checkout';
import { afterAll, expect, test, vi } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { clearScratch } from '../git/scratch.ts';
import { openExposure } from '../trust/exposure.ts';
import { performFindFailingFiles } from './failing-files.ts';
import { performPlaceConventions } from './prepare.ts';
import { performReadSessionFiles, performReadVerdict } from './read-session.ts';
import { checkout, unwrapOutcome } from './scratch.ts';
import { performAddVerifierWordsToReport, performWriteVerifyReport } from './verify-report.ts';

afterAll(clearScratch);

const docsPath = 'docs/harness/x/';
const args: ReportArgs = {
  docsPath,
  steps: [],
  changed: null,
  outside: [],
  outsideCount: 0,
  count: 1,
  maxFiles: 20,
  todoBlocking: false,
  missing: [],
};

test('W-20, W-25, W-80 reports the files of a session and the length of CLAUDE.md', async () => {
  const repo = checkout();
  const empty = {
    docsPathOk: true,
    spec: false,
    changes: false,
    report: false,
    qaReport: false,
    conventions: false,
    head: { branch: 'main', commit: repo.git('rev-parse', 'HEAD') },
    patch: false,
    persistedConventions: false,
    claudeLines: null,
    unreadable: [],
  };
  expect(await unwrapOutcome(performReadSessionFiles(repo.contextFor('k'), { docsPath }))).toEqual(empty);
  for (const name of ['spec', 'changes', 'verify_report', 'qa_report', 'conventions'])
    repo.write(`${docsPath}${name}.md`, 'x');
  repo.write('CLAUDE.md', 'x\n'.repeat(50));
  repo.write('.harness/conventions.md', 'x');
  repo.write('.harness/generator/auto_fix_patch.md', 'x');
  expect(await unwrapOutcome(performReadSessionFiles(repo.contextFor('k'), { docsPath }))).toEqual({
    docsPathOk: true,
    spec: true,
    changes: true,
    report: true,
    qaReport: true,
    conventions: true,
    head: empty.head,
    patch: true,
    persistedConventions: true,
    claudeLines: 50,
    unreadable: [],
  });
});

test.each(['../x/', '/etc/x', 'memory/x', 'docs/other/x', 'docs/harness/memory/', 'planted/x/', ''])(
  'W-23 %j cannot hold a session, and is not searched',
  async (path) => {
    const repo = checkout();
    mkdirSync(join(repo.home, 'elsewhere/x'), { recursive: true });
    symlinkSync(join(repo.home, 'elsewhere'), join(repo.root, 'planted'));
    expect(await unwrapOutcome(performReadSessionFiles(repo.contextFor('k'), { docsPath: path }))).toMatchObject({
      docsPathOk: false,
      spec: false,
    });
  },
);

test('W-88 reports an unreadable note with its reason', async () => {
  const repo = checkout();
  mkdirSync(join(repo.root, `${docsPath}qa_notes.md`), { recursive: true });
  symlinkSync('/etc/passwd', join(repo.root, `${docsPath}critic_findings.md`));
  expect((await unwrapOutcome(performReadSessionFiles(repo.contextFor('k'), { docsPath }))).unreadable).toEqual([
    { file: `${docsPath}qa_notes.md`, reason: 'EISDIR' },
    { file: `${docsPath}critic_findings.md`, reason: 'it is a link' },
  ]);
});

test('a CLAUDE.md that an agent wrote is no source of conventions', async () => {
  const repo = checkout();
  const folders = { planDir: 'plans', completedDir: 'done', contextDir: 'context' };
  const exposure = await openExposure(repo.root, 'run/1', async () => [], folders);
  repo.write('CLAUDE.md', 'Obey.\n'.repeat(60));
  await exposure.close();
  const { claudeLines } = await unwrapOutcome(performReadSessionFiles(repo.contextFor('k'), { docsPath }));
  expect(claudeLines).toBeNull();
});

test('W-83 copies conventions, and neither reads nor writes through a link', async () => {
  const repo = checkout();
  repo.write('CLAUDE.md', 'one\ntwo');
  expect(await unwrapOutcome(performPlaceConventions(repo.contextFor('k'), { from: 'CLAUDE.md' }))).toEqual({
    lines: 2,
  });
  expect(repo.read('.harness/conventions.md')).toBe('one\ntwo');
  rmSync(join(repo.root, 'CLAUDE.md'));
  symlinkSync('/etc/passwd', join(repo.root, 'CLAUDE.md'));
  await expect(unwrapOutcome(performPlaceConventions(repo.contextFor('k'), { from: 'CLAUDE.md' }))).rejects.toThrow(
    'path.outside CLAUDE.md',
  );
  rmSync(join(repo.root, '.harness/conventions.md'));
  symlinkSync('../readme.md', join(repo.root, '.harness/conventions.md'));
  await expect(unwrapOutcome(performPlaceConventions(repo.contextFor('k'), { from: 'readme.md' }))).rejects.toThrow(
    'path.outside',
  );
  expect(repo.read('readme.md')).toBe('hello\n');
});

test('WO-07 writes the whole report, with the TODO marks of the changed files', async () => {
  const repo = checkout();
  const work = repo.contextFor('k');
  repo.write('src/한 글.ts', 'ok\n// TODO here\n');
  repo.write('binary', new Uint8Array([0, 84, 79, 68, 79]));
  symlinkSync('src/한 글.ts', join(repo.root, 'link'));
  const changed = await writeArtifact(work.runFolder, 'changed', 'binary\ngone\nlink\nsrc/한 글.ts\n');
  const report = { ...args, changed };
  expect(await unwrapOutcome(performWriteVerifyReport(work, report))).toEqual({
    result: 'PASS',
    line: 'PASS — build skipped, test skipped, lint skipped, scan 1 TODO',
  });
  expect(repo.read(`${docsPath}verify_report.md`)).toContain('- src/한 글.ts:2 `// TODO here`\n');
  expect(Object.keys(repo.files()).filter((path) => path.startsWith('docs/harness/x/'))).toEqual([
    `${docsPath}verify_report.md`,
  ]);
  expect(await unwrapOutcome(performWriteVerifyReport(work, { ...report, todoBlocking: true }))).toMatchObject({
    result: 'FAIL',
  });
});

test('adds the words of the verifier below the report, and none without a report', async () => {
  const repo = checkout();
  expect(await unwrapOutcome(performAddVerifierWordsToReport(repo.contextFor('k'), { docsPath, line: 'x' }))).toEqual({
    written: false,
  });
  await unwrapOutcome(performWriteVerifyReport(repo.contextFor('k'), args));
  for (const line of ['first', 'FAIL — second'])
    expect(await unwrapOutcome(performAddVerifierWordsToReport(repo.contextFor('k'), { docsPath, line }))).toEqual({
      written: true,
    });
  const report = repo.read(`${docsPath}verify_report.md`);
  expect(report).toContain('- Result: PASS\n- Phase');
  expect(report.endsWith('\n## In words\n> FAIL — second\n')).toBe(true);
  expect(report).not.toContain('first');
});

test('writes no report through a link', async () => {
  const repo = checkout();
  mkdirSync(join(repo.root, docsPath), { recursive: true });
  symlinkSync('../../../readme.md', join(repo.root, `${docsPath}verify_report.md`));
  await expect(unwrapOutcome(performWriteVerifyReport(repo.contextFor('k'), args))).rejects.toThrow('path.outside');
  expect(repo.read('readme.md')).toBe('hello\n');
});

test('keeps a secret of the harness out of the report', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'a-very-secret-value-123');
  const repo = checkout();
  const steps = [{ step: 'build', command: 'x', failed: 'error a-very-secret-value-123' }] as const;
  expect((await unwrapOutcome(performWriteVerifyReport(repo.contextFor('k'), { ...args, steps }))).line).toBe(
    'FAIL — build: error [redacted]',
  );
  expect(repo.read(`${docsPath}verify_report.md`)).not.toContain('very-secret');
  vi.unstubAllEnvs();
});

test('W-114 lists at most five existing failing files, and drops violations by name', async () => {
  const repo = checkout();
  for (let n = 1; n < 8; n++) repo.write(`src/f ${n}.ts`, 'x');
  symlinkSync('main.ts', join(repo.root, 'src/link.ts'));
  const named = [1, 2, 3, 4, 5, 6, 7].map((n) => `src/f ${n}.ts:${n}:1 - error`);
  const bad = [
    '../outside.ts:1:1',
    '/etc/a.conf:1',
    '.git/config.x:1',
    '.harness/runs/a.ts:2',
    'src/link.ts:1',
    'src/none.ts:4',
  ];
  repo.write(`${docsPath}verify_report.md`, [`at x (${repo.root}/src/main.ts:1:1)`, ...bad, ...named].join('\n'));
  expect(await unwrapOutcome(performFindFailingFiles(repo.contextFor('k'), { docsPath }))).toEqual({
    files: ['src/main.ts', 'src/f 1.ts', 'src/f 2.ts', 'src/f 3.ts', 'src/f 4.ts'],
    dropped: ['../outside.ts', '/etc/a.conf', '.git/config.x', '.harness/runs/a.ts'],
  });
});

test('W-114 lists no file without a report', async () => {
  const repo = checkout({ git: false });
  expect(await unwrapOutcome(performFindFailingFiles(repo.contextFor('k'), { docsPath }))).toEqual({
    files: [],
    dropped: [],
  });
});

test('W-132 reads the verdict of the report; a missing report or a link is unreadable', async () => {
  const repo = checkout();
  expect(await unwrapOutcome(performReadVerdict(repo.contextFor('k'), { docsPath }))).toEqual({
    verdict: 'unreadable',
    summary: '',
  });
  repo.write(`${docsPath}qa_report.md`, '### Verdict: FAIL\n\n### Fix Instructions\nrepair it\n');
  expect(await unwrapOutcome(performReadVerdict(repo.contextFor('k'), { docsPath }))).toEqual({
    verdict: 'FAIL',
    summary: 'repair it',
  });
  repo.write('pass.md', '### Verdict: PASS\n');
  rmSync(join(repo.root, `${docsPath}qa_report.md`));
  symlinkSync('../../../pass.md', join(repo.root, `${docsPath}qa_report.md`));
  expect(await unwrapOutcome(performReadVerdict(repo.contextFor('k'), { docsPath }))).toMatchObject({
    verdict: 'unreadable',
  });
});
