import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { commands } from './commands.ts';

const done = (repo: ReturnType<typeof repository>, title: string) =>
  repo.run('converge', title, '--check', 'true', '--script', script(repo, [implementerAnswer(), reviewerAnswer()]));

describe('reading commands', () => {
  test('print an empty list and the next command if nothing has run', async () => {
    const repo = repository();
    expect(await repo.json('runs')).toEqual({ version: 1, runs: [] });
    expect(await repo.json('questions')).toEqual({ version: 1, questions: [] });
    expect(await repo.json('')).toMatchObject({ error: { code: 'usage.unknown-command' } });
    expect((await repo.run('--json')).stdout).toBe('{"version":1,"runs":[],"next":"harness demo"}\n');
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });

  test('show the number of tests of a check, also from its report file, in text and as JSON', async () => {
    const repo = repository();
    const report = "printf '<testsuite><testcase/><testcase><skipped/></testcase></testsuite>' > junit.xml # test";
    const checks = ['--check', report, '--check', "printf '1..1\\nok 1\\n'", '--check', 'true'];
    await repo.run('converge', 'Do it', ...checks, '--script', script(repo, [implementerAnswer(), reviewerAnswer()]));
    const run = await repo.newest();
    expect(await repo.json('show', run)).toMatchObject({
      status: 'done',
      checks: [{ tests: { tests: 2, passed: 1, failed: 0, skipped: 1 } }, { tests: { tests: 1 } }, { tests: null }],
    });
    expect((await repo.run('show', run)).stdout).toMatch(
      /exit 0 {2}2 tests: 1 passed, 1 skipped[\s\S]*exit 0 {2}1 test: 1 passed/,
    );
  });

  test('show a test command as red if its report contains no test, whatever its exit code', async () => {
    const repo = repository();
    const empty = "mkdir -p test-results; printf '<testsuites/>' > test-results/e2e.xml # test";
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const { exitCode } = await repo.run('converge', 'Do it', '--check', empty, '--passes', '1', '--script', agents);
    expect(exitCode).toBe(8);
    const shown = await repo.json('show', await repo.newest());
    expect(shown).toMatchObject({ checks: [{ green: false, exitCode: 0, tests: { tests: 0 } }] });
  });

  test('list runs newest first, with every field of the contract', async () => {
    const repo = repository();
    await done(repo, 'One');
    await done(repo, 'Two');
    const { runs } = await repo.json<{ runs: Record<string, unknown>[] }>('runs');
    expect(runs.map(({ title }) => title)).toEqual(['Two', 'One']);
    expect(Object.keys(runs[0] ?? {}).sort()).toEqual(
      [
        'costUsd',
        'endedAt',
        'id',
        'openQuestions',
        'rehearsedUsd',
        'startedAt',
        'state',
        'status',
        'title',
        'tokens',
        'workflow',
      ].sort(),
    );
    expect(runs[0]?.['startedAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('print the journal in readable form', async () => {
    const repo = repository();
    await done(repo, 'One');
    const { lines } = await repo.json<{ lines: string[] }>('logs', await repo.newest());
    expect(lines.some((line) => line.includes('true is green'))).toBe(true);
    expect(lines.at(-1)).toContain('ended: done');
  });

  test('work from elsewhere: --repo, HARNESS_TARGET_REPO, and a folder below the root', async () => {
    const repo = repository();
    await done(repo, 'One');
    mkdirSync(join(repo.path, 'deep', 'down'), { recursive: true });
    const below = await repo.start(['runs', '--json', '--repo', join(repo.path, 'deep', 'down')]).finished;
    const named = await repo.start(['runs', '--json'], { HARNESS_TARGET_REPO: repo.path }).finished;
    for (const { stdout } of [below, named]) expect(JSON.parse(stdout)).toMatchObject({ runs: [{ title: 'One' }] });
    const { stdout } = await repo.run('--repo', repo.path, 'show', await repo.newest());
    expect(stdout).toContain(`--repo ${repo.path}`);
  });
});

describe('a refusal', () => {
  const table: readonly (readonly [string, readonly string[], number, string])[] = [
    ['a command that does not exist', ['convrge'], 2, 'harness converge --help'],
    ['an option that does not exist', ['runs', '--bogus'], 2, 'harness runs --help'],
    ['an argument that is missing', ['show'], 2, 'harness show --help'],
    ['an invalid number', ['converge', 'x', '--idle-ms', 'soon'], 2, 'harness'],
    ['an empty task', ['converge', '  '], 2, 'harness converge --help'],
    ['a run that does not exist', ['show', 'nope'], 1, 'harness runs'],
    ['nothing to resume', ['resume'], 1, 'harness runs'],
    ['a provider that does not exist', ['converge', 'x', '--provider', 'abacus'], 2, '--provider scripted'],
    ['a missing agent name', ['converge', 'x', '--provider', 'acp'], 2, '--acp'],
    ['a script that does not exist', ['converge', 'x', '--script', 'none.yaml'], 2, '--script'],
    ['the scripted provider without a script', ['converge', 'x', '--provider', 'scripted'], 2, '--script'],
    ['an example that does not exist', ['demo', 'nothing'], 2, 'harness demo --help'],
  ];

  test.each(table)(
    'of %s is one sentence, its exit code and a command, in text and as JSON',
    async (_, args, code, next) => {
      const repo = repository();
      const text = await repo.run(...args);
      expect(text.exitCode).toBe(code);
      expect(text.stdout).toBe('');
      expect(text.stderr.trimEnd().split('\n')).toHaveLength(2);
      expect(text.stderr).toContain(next);
      const json = await repo.run(...args, '--json');
      expect(json.exitCode).toBe(code);
      const { version, error } = JSON.parse(json.stdout) as { version: number; error: Record<string, string> };
      expect(version).toBe(1);
      expect(Object.keys(error)).toEqual(['code', 'message', 'next']);
      expect(existsSync(join(repo.path, '.harness'))).toBe(false);
    },
  );

  test('of a script names every invalid field at once', async () => {
    const repo = repository();
    const agents = repo.write('bad.yaml', 'version: 2\nanswers:\n  - wehn: {}\n    steps: [{ wirte: 1 }]\n');
    const { exitCode, stderr } = await repo.run('converge', 'x', '--script', agents);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('version');
    expect(stderr).toContain('answers');
  });

  test('of a folder without a repository or of a repository without a commit names the command that helps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'harness-none-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const none = await repo.run('converge', 'x', '--repo', folder, '--script', agents);
    expect(none).toMatchObject({ exitCode: 2 });
    expect(none.stderr).toContain('git init');
    execFileSync('git', ['init', '--quiet', folder]);
    const empty = await repo.run('converge', 'x', '--repo', folder, '--script', agents);
    expect(empty).toMatchObject({ exitCode: 2 });
    expect(empty.stderr).toContain('commit --allow-empty');
    expect(existsSync(join(folder, '.harness'))).toBe(false);
  });
});

describe('help', () => {
  test.each(commands.map(({ name }) => name))('%s has a help with an example', async (name) => {
    const { exitCode, stdout } = await repository().run(name, '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Example:\n  harness');
  });
});

test('the demo needs only a clone and shows the change, the journal and the next command', async () => {
  const { exitCode, stdout } = await repository().run('demo');
  expect(exitCode).toBe(0);
  for (const part of [
    'is red',
    'is green',
    '1 blocking finding, 1 low',
    'diff --git',
    'Follow-ups:',
    'git merge harness/',
  ])
    expect(stdout).toContain(part);
  const [folder = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  rmSync(folder, { recursive: true });
});

describe('the language', () => {
  test('is that of the flag, also for a refusal, and commands stay unchanged', async () => {
    const repo = repository();
    const { stderr } = await repo.run('show', 'nope', '--lang', 'ko');
    expect(stderr).toContain('실행을 찾을 수 없습니다');
    expect(stderr).toContain('harness runs');
  });

  test('is that of the task by default, and stays on resume', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const task = '사용자에게 이름으로 인사하는 기능을 추가해 주세요';
    const first = await repo.run('converge', task, '--check', 'false', '--passes', '1', '--script', agents);
    expect(first.exitCode).toBe(8);
    expect(first.stdout).toMatch(/[가-힣]{2,}.*one more pass/s);
    await repo.run('answer', await repo.newest(), 'stop');
    expect((await repo.run('resume')).stdout).toMatch(/[가-힣]{2,}/);
  });
});
