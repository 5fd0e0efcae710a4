import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Params } from '@harness/core/codes';
import type { CheckReport } from '@harness/core/effects/check';
import { describe, expect, test, vi } from 'vitest';
import { startTimeOf } from '../process/process-identity.ts';
import { testFolder } from '../test-folder.ts';
import { checkPerformer } from './performer.ts';

async function setUp() {
  const repo = await testFolder();
  const runFolder = (run: string) => join(repo, '.harness/runs', run);
  const environment = { ...process.env, ANTHROPIC_API_KEY: 'secret' };
  const performer = checkPerformer({ repo, runFolder, environment });
  const notes: { code: string; params: Params; ran: boolean }[] = [];
  const perform = async (
    command: string,
    {
      timeoutMs = 10_000,
      cwd = '.',
      signal = new AbortController().signal,
      reports = undefined as readonly string[] | undefined,
    } = {},
  ) => {
    const performed = await performer.perform(
      { command, cwd, timeoutMs, ...(reports ? { reports } : {}) },
      {
        run: 'run-1',
        key: '4/report',
        interrupted: false,
        earlier: undefined,
        signal,
        report: () => undefined,
        allowances: () => [],
        note: async (code, params) => void notes.push({ code, params, ran: existsSync(join(repo, 'ran')) }),
      },
    );
    return performed.outcome;
  };
  const alive = async (file: string) => startTimeOf(Number(await readFile(join(repo, file), 'utf8'))) !== undefined;
  return {
    repo,
    perform,
    notes,
    alive,
    log: (report: CheckReport) => readFile(join(runFolder('run-1'), report.log.path), 'utf8'),
  };
}

test('a command that exits with 0 is green, and its log holds all its output', async () => {
  const { perform, log } = await setUp();
  const outcome = await perform('seq 1 100; echo fine');
  expect(outcome).toMatchObject({
    ok: true,
    value: { green: true, exitCode: 0, log: { path: 'artifacts/4-report.1.log' } },
  });
  const report = (outcome as { value: CheckReport }).value;
  expect(report.tail).toMatch(/^62\n.*\nfine$/s);
  expect(await log(report)).toMatch(/^1\n2\n.*\nfine\n$/s);
});

test('a command that exits with 1 is red, which is an answer and not a failure', async () => {
  const { perform } = await setUp();
  expect(await perform('echo broken; exit 1')).toMatchObject({
    ok: true,
    value: { green: false, exitCode: 1, tail: 'broken' },
  });
});

test('a test command that runs no test is red although it exits with 0; the report holds its count', async () => {
  const { repo, perform } = await setUp();
  await writeFile(join(repo, 'a.test.mjs'), "import test from 'node:test';\ntest('a', () => {});\n");
  const tests = { tests: 1, passed: 1, failed: 0, skipped: 0 };
  expect(await perform('node --test a.test.mjs')).toMatchObject({ value: { green: true, tests } });
  await writeFile(join(repo, 'a.test.mjs'), "import test from 'node:test';\ntest.skip('a', () => {});\n");
  expect(await perform('node --test a.test.mjs')).toMatchObject({
    ok: true,
    value: { green: false, exitCode: 0, tests: { passed: 0, skipped: 1 } },
  });
  expect(await perform('echo "no count"')).not.toHaveProperty('value.tests');
});

describe('a runner that prints no count', () => {
  const writes = (cases: string) =>
    `mkdir -p test-results && printf '<testsuite>${cases}</testsuite>' > test-results/a.xml # test`;

  test('is counted by the report that it writes', async () => {
    const { perform } = await setUp();
    expect(await perform(writes('<testcase/><testcase><skipped/></testcase>'))).toMatchObject({
      value: { green: true, tests: { tests: 2, passed: 1, failed: 0, skipped: 1 } },
    });
  });

  test.each([
    ['no test', ''],
    ['only skipped ones', '<testcase><skipped/></testcase>'],
  ])('and reports %s is red although it exits with 0', async (_, cases) => {
    const { perform } = await setUp();
    expect(await perform(writes(cases))).toMatchObject({ value: { green: false, exitCode: 0 } });
  });

  test('and has only an old report has no count', async () => {
    const { perform } = await setUp();
    await perform(writes('<testcase/>'));
    expect(await perform('true # test')).not.toHaveProperty('value.tests');
  });

  test('and is no test command is counted only if the configuration says so', async () => {
    const { perform } = await setUp();
    const write = "printf '1..1\\nok 1\\n' > result.txt; printf '<testsuite/>' > junit.xml";
    expect(await perform(write)).not.toHaveProperty('value.tests');
    expect(await perform(write, { reports: ['*.txt'] })).toMatchObject({ value: { tests: { passed: 1 } } });
    expect(await perform(write, { reports: ['*.xml'] })).toMatchObject({ value: { green: false, exitCode: 0 } });
  });
});

test('the printed count takes precedence over the report', async () => {
  const { perform } = await setUp();
  const both = "printf '<testsuite><testcase/></testsuite>' > junit.xml; printf '1..2\\nok 1\\nok 2\\n' # test";
  expect(await perform(both)).toMatchObject({ value: { tests: { tests: 2 } } });
});

test.each([
  ['no-such-command', 127],
  ['/etc/passwd', 126],
  ['kill -9 $$', null],
])('%s is red', async (command, exitCode) => {
  const { perform } = await setUp();
  expect(await perform(command)).toMatchObject({ ok: true, value: { green: false, exitCode } });
});

test('its process is in the journal before it runs', async () => {
  const { perform, notes } = await setUp();
  await perform('touch ran');
  expect(notes).toEqual([
    { code: 'process.started', params: { pid: expect.any(Number), startedAt: expect.any(String) }, ran: false },
  ]);
});

test('a hanging command is ended with all its processes, and is a failure', async () => {
  const { perform, alive } = await setUp();
  const outcome = await perform(
    'sleep 20 & echo $! > a; setsid sh -c "echo \\$\\$ > b; exec sleep 20" & wait; sleep 20',
    { timeoutMs: 300 },
  );
  expect(outcome).toEqual({
    ok: false,
    failure: {
      code: 'check.timed-out',
      params: { command: expect.any(String), timeoutMs: 300, tail: '', log: 'artifacts/4-report.1.log' },
    },
  });
  expect([await alive('a'), await alive('b')]).toEqual([false, false]);
});

test('background processes of a check end with it', async () => {
  const { perform, alive } = await setUp();
  expect(await perform('sleep 20 & echo $! > a; setsid sleep 20 & echo $! > b')).toMatchObject({
    value: { green: true },
  });
  expect([await alive('a'), await alive('b')]).toEqual([false, false]);
});

test('a cancelled check has no result, and all its processes end', async () => {
  const { perform, alive, repo } = await setUp();
  const stop = new AbortController();
  const checking = perform('sleep 20 & echo $! > part; mv part a; wait', { signal: stop.signal });
  void vi
    .waitUntil(() => existsSync(join(repo, 'a')), { timeout: 30_000 })
    .then(() => stop.abort(new Error('a person said stop')));
  await expect(checking).rejects.toThrow('a person said stop');
  expect(await alive('a')).toBe(false);
});

test('a check that is cancelled before its start does not start', async () => {
  const { perform, repo } = await setUp();
  await expect(perform('touch ran', { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  expect(existsSync(join(repo, 'ran'))).toBe(false);
});

test('a check in a missing folder cannot be started', async () => {
  const { perform } = await setUp();
  expect(await perform('true', { cwd: 'gone' })).toEqual({
    ok: false,
    failure: { code: 'check.unstartable', params: { command: 'true', detail: 'no such folder: gone' } },
  });
});

test('a check does not see our keys', async () => {
  const { perform } = await setUp();
  expect(await perform('echo "key:$ANTHROPIC_API_KEY"')).toMatchObject({ value: { tail: 'key:' } });
});

test('each try has its own log', async () => {
  const { perform } = await setUp();
  await perform('exit 1');
  expect(await perform('exit 1')).toMatchObject({ value: { log: { path: 'artifacts/4-report.2.log' } } });
});

test('if the note fails, the command does not run and the error is reported', async () => {
  const { repo } = await setUp();
  const performer = checkPerformer({ repo, runFolder: () => repo });
  const { signal } = new AbortController();
  const context = { run: 'r', key: 'k', interrupted: false, earlier: undefined, signal, allowances: () => [] };
  const note = () => Promise.reject(new Error('deposed'));
  const input = { command: 'touch ran', cwd: '.', timeoutMs: 1_000 };
  await expect(performer.perform(input, { ...context, note, report: () => undefined })).rejects.toThrow('deposed');
  expect(existsSync(join(repo, 'ran'))).toBe(false);
  await rm(join(repo, 'artifacts'), { recursive: true });
});
