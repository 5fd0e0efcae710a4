/** `harness issues stop-hook`, `stop` and `status` as their callers see them. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Repository, repository, until } from '../../testing/command.ts';

const bin = join(import.meta.dirname, '..', '..', '..', '..', '..', 'bin', 'harness.mjs');
const file = '.claude/harness-state.local.md';
const allowed = { exitCode: 0, stdout: '', stderr: '' };

interface Called {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the hook as the program of an agent does. */
function call(input: string, options: { cwd?: string; killAfterMs?: number } = {}) {
  const child = spawn(process.execPath, [bin, 'issues', 'stop-hook'], {
    cwd: options.cwd ?? '/',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => {}); // killed before it read its input
  child.stdin.end(input);
  if (options.killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), options.killAfterMs);
  const ended = new Promise<Called>((resolve) =>
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })),
  );
  return { child, ended };
}

const inputOf = (repo: Repository, message: string, more: object = {}) =>
  JSON.stringify({ cwd: repo.path, stop_hook_active: true, last_assistant_message: message, ...more });
const hook = (repo: Repository, message: string, more: object = {}) => call(inputOf(repo, message, more)).ended;

const write = (repo: Repository, yaml: string, body = 'Go on with the next issue.') =>
  repo.write(`repo/${file}`, `---\n${yaml}\n---\n\n${body}\n`);
const text = (repo: Repository) => readFileSync(join(repo.path, file), 'utf8');
const state = (repo: Repository) => parse(text(repo).split('\n---\n')[0] ?? '') as Readonly<Record<string, unknown>>;
const edit = (repo: Repository, from: string | RegExp, to: string) =>
  writeFileSync(join(repo.path, file), text(repo).replace(from, to));
const loop = (yaml = 'active: true\niteration: 1\nmax_iterations: 20') => {
  const repo = repository();
  write(repo, yaml);
  return repo;
};
const runs = (repo: Repository) =>
  existsSync(join(repo.path, '.harness/runs')) ? readdirSync(join(repo.path, '.harness/runs')) : [];
const goesOn = (iteration: string, failures = 0, reason = 'Go on with the next issue.') => ({
  exitCode: 0,
  stderr: '',
  stdout: `${JSON.stringify({ decision: 'block', reason, systemMessage: `Harness iteration ${iteration} | Failures: ${failures}/3` })}\n`,
});

test('IO-09 IO-12 without an active loop the conversation ends silently, and nothing is written', async () => {
  const repo = repository();
  expect(await hook(repo, '[ISSUE_COMPLETE: A-1]')).toEqual(allowed);
  for (const yaml of ['active: false\niteration: 1\nmax_iterations: 2', 'active: maybe', 'iteration: 1']) {
    write(repo, yaml);
    const before = text(repo);
    expect([await hook(repo, '[ISSUE_COMPLETE: A-1]'), text(repo)]).toEqual([allowed, before]);
  }
  expect(await call('{}', { cwd: '/' }).ended).toEqual(allowed);
  expect(await call('no JSON', { cwd: repo.path }).ended).toEqual(allowed);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('IO-11 IO-12 IO-13 a loop of another tool is imported once and counted turn by turn to its end', async () => {
  const repo = loop('active: true\niteration: 1\nmax_iterations: 5\nlinear_project: P1\nsprint: { name: x }');
  expect(await hook(repo, 'Done.\n\n**[ISSUE_COMPLETE: MB-1]**')).toEqual(goesOn('2/5'));
  expect(state(repo)).toMatchObject({
    ...{ active: true, iteration: 2, completed_issues: ['MB-1'], linear_project: 'P1', tracker: 'linear' },
    sprint: { name: 'x' },
  });
  const sub = join(repo.path, 'src');
  mkdirSync(sub);
  expect(await hook(repo, '[ISSUE_FAILED: MB-2]', { cwd: sub })).toEqual(goesOn('3/5', 1));
  expect(await hook(repo, 'MB-3 is COMPLETE')).toEqual(goesOn('4/5', 1));
  expect(await hook(repo, '[ISSUE_COMPLETE: MB-1]')).toEqual(goesOn('5/5', 1));
  expect(await hook(repo, '[ISSUE_COMPLETE: MB-4]')).toEqual(allowed);
  expect(state(repo)).toMatchObject({
    ...{ active: false, iteration: 5, consecutive_failures: 0 },
    ...{ completed_issues: ['MB-1', 'MB-4'], failed_issues: ['MB-2'] },
  });
  expect(await hook(repo, '[ISSUE_COMPLETE: MB-5]')).toEqual(allowed);
  expect(runs(repo)).toHaveLength(1);
  expect(repo.git('status', '--porcelain'), 'I-04 the file stays out of commits').toBe('');
  expect(repo.git('check-ignore', file)).toBe(file);
  const [shown] = (await repo.json<{ runs: object[] }>('runs')).runs;
  expect(shown).toMatchObject({ workflow: 'issues-session', status: 'stopped', state: 'limit' });
});

test('IO-11 I-61 done, pause, stop and the third failure leave the loop inactive', async () => {
  const ends: readonly (readonly [string, string])[] = [
    ['[HARNESS_DONE]\n[ISSUE_COMPLETE: A-1]', 'done'],
    ['[HARNESS_PAUSE: A-7]', 'paused'],
    ['[HARNESS_STOP]', 'stopped'],
    ['[ISSUE_FAILED: A-3]', 'failing'],
  ];
  for (const [message, at] of ends) {
    const repo = loop('active: true\niteration: 4\nmax_iterations: 20\nconsecutive_failures: 2\nfailed_issues: [A-8]');
    expect(await hook(repo, message), message).toEqual(allowed);
    expect(state(repo)).toMatchObject({ active: false, iteration: 4, completed_issues: [] });
    const [shown] = (await repo.json<{ runs: object[] }>('runs')).runs;
    expect(shown).toMatchObject({ state: at });
  }
});

test('IO-10 what cannot be read leaves the loop inactive, with one sentence, and exits 0', async () => {
  const good = 'active: true\niteration: 1\nmax_iterations: 5';
  const cases: readonly (readonly [string, (repo: Repository) => Promise<Called>, RegExp])[] = [
    ['active: true\niteration: one\nmax_iterations: 5', (repo) => hook(repo, 'x'), /iteration in .* no whole number/],
    ['active: true\niteration: 1', (repo) => hook(repo, 'x'), /max_iterations in/],
    ['active: true\niteration: [', (repo) => hook(repo, 'x'), /cannot be read/],
    [good, (repo) => call('{"cwd": ', { cwd: repo.path }).ended, /no JSON object/],
    [good, (repo) => hook(repo, ''), /transcript cannot be read/],
    [good, (repo) => hook(repo, '', { transcript_path: 'missing.jsonl' }), /transcript cannot be read: missing/],
    [good, (repo) => hook(repo, '', { transcript_path: '/dev/zero' }), /transcript cannot be read/],
    [good, (repo) => hook(repo, '', { transcript_path: 'README.md' }), /no message/],
  ];
  for (const [yaml, act, warning] of cases) {
    const repo = loop(yaml);
    const called = await act(repo);
    expect(called, yaml).toEqual({ exitCode: 0, stdout: '', stderr: expect.stringMatching(warning) });
    expect(called.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(text(repo)).toBe(`---\n${yaml.replace('true', 'false')}\n---\n\nGo on with the next issue.\n`);
  }
  const torn = repository();
  torn.write(`repo/${file}`, '---\nactive: true\niteration: 1\nmax_');
  expect((await hook(torn, 'x')).stderr).toMatch(/cannot be read/);
  expect(text(torn)).toBe('---\nactive: false\niteration: 1\nmax_');
  const empty = repository();
  write(empty, good, '');
  expect((await hook(empty, 'x')).stderr).toMatch(/has no prompt/);
  const row = loop('active: true\niteration: 1\nmax_iterations: 5\nconsecutive_failures: many');
  expect(await hook(row, '[ISSUE_FAILED: A-1]')).toEqual(goesOn('2/5', 1));
});

test('IO-09 without a message of the input the last message of the transcript counts', async () => {
  const repo = loop();
  const said = (content: string, more: object = {}) =>
    JSON.stringify({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: content }] },
      ...more,
    });
  const lines = [
    said('[ISSUE_COMPLETE: A-0]'),
    JSON.stringify({ type: 'user', message: { role: 'user', content: '[HARNESS_DONE]' } }),
    said('[ISSUE_COMPLETE: A-1]'),
    JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Bash' }] } }),
    said('[HARNESS_STOP]', { isSidechain: true }),
    JSON.stringify({ type: 'system', text: '[HARNESS_STOP]' }),
  ];
  const path = repo.write('transcript.jsonl', `${lines.join('\n')}\n`);
  expect(await hook(repo, '', { transcript_path: path })).toEqual(goesOn('2/20'));
  expect(state(repo)['completed_issues']).toEqual(['A-1']);
  repo.write('transcript.jsonl', `${lines.join('\n')}\n${said('[ISSUE_COMPLETE: A-2]').slice(0, -9)}`);
  expect((await hook(repo, '', { transcript_path: path })).stderr).toMatch(/no message/);
  expect(state(repo)).toMatchObject({ active: false, completed_issues: ['A-1'] });
});

describe('the state file, edited between two turns', () => {
  test('I-54 only the loop counts: edited counters are written again; notes, prompt and other fields stay', async () => {
    const repo = loop();
    await hook(repo, '[ISSUE_COMPLETE: A-1]');
    edit(repo, 'iteration: 2', 'iteration: 19\ncolour: red');
    edit(repo, 'completed_issues: ["A-1"]', 'completed_issues: ["A-1", "A-2", "A-3"]');
    edit(repo, 'current_issue: null', 'current_issue: A-4');
    edit(repo, 'friction_log: []', 'friction_log:\n  - issue: A-1\n    iteration: 1\n    points: [no spec]');
    edit(repo, 'Go on', 'Hurry on');
    expect(await hook(repo, 'x')).toEqual(goesOn('3/20', 0, 'Hurry on with the next issue.'));
    expect(state(repo)).toMatchObject({
      ...{ iteration: 3, completed_issues: ['A-1'], current_issue: 'A-4', colour: 'red' },
      friction_log: [{ issue: 'A-1', iteration: 1, points: ['no spec'] }],
    });
    const status = await repo.json<object>('issues', 'status');
    expect(status).toMatchObject({
      currentIssue: 'A-4',
      friction: [{ issue: 'A-1', iteration: 1, points: ['no spec'] }],
    });
  });

  test('I-06 I-13 active: false ends the conversation, and active: true goes on where it was', async () => {
    const repo = loop();
    await hook(repo, '[ISSUE_COMPLETE: A-1]');
    edit(repo, 'active: true', 'active: false');
    expect(await hook(repo, '[ISSUE_COMPLETE: A-2]')).toEqual(allowed);
    edit(repo, 'active: false', 'active: true');
    expect(await hook(repo, '[ISSUE_COMPLETE: A-3]')).toEqual(goesOn('3/20'));
    expect([state(repo)['completed_issues'], runs(repo).length]).toEqual([['A-1', 'A-3'], 1]);
  });

  test('Id-02 active: true after the end of the loop continues its counters in a new run, and keeps its ids', async () => {
    const repo = loop('active: true\niteration: 1\nmax_iterations: 2');
    await hook(repo, '[ISSUE_FAILED: A-1]');
    expect(await hook(repo, '[ISSUE_COMPLETE: A-2]')).toEqual(allowed);
    edit(repo, 'active: false', 'active: true');
    edit(repo, 'max_iterations: 2', 'max_iterations: 9');
    edit(repo, 'completed_issues: ["A-2"]', 'completed_issues: []');
    expect(await hook(repo, '[ISSUE_COMPLETE: A-2]')).toEqual(goesOn('3/9'));
    expect(state(repo)).toMatchObject({ completed_issues: ['A-2'], failed_issues: ['A-1'] });
    expect(runs(repo)).toHaveLength(2);
  });

  test('an older view, which a crash left behind, neither loses a count nor revives an ended loop', async () => {
    const repo = loop();
    await hook(repo, '[ISSUE_COMPLETE: A-1]');
    const older = text(repo);
    await hook(repo, '[ISSUE_COMPLETE: A-2]');
    writeFileSync(join(repo.path, file), older);
    expect(await hook(repo, 'x')).toEqual(goesOn('4/20'));
    expect(state(repo)['completed_issues']).toEqual(['A-1', 'A-2']);
    await hook(repo, '[HARNESS_DONE]');
    writeFileSync(join(repo.path, file), older);
    expect(await hook(repo, 'x')).toEqual(allowed);
    expect(state(repo)).toMatchObject({ active: false, iteration: 4, completed_issues: ['A-1', 'A-2'] });
    expect(runs(repo)).toHaveLength(1);
  });

  test('a link, a folder or a linked folder in its place is named, and nothing outside is read or written', async () => {
    const outside = loop().path;
    const target = join(outside, file);
    const before = readFileSync(target, 'utf8');
    const places: readonly ((repo: Repository) => void)[] = [
      (repo) => {
        mkdirSync(join(repo.path, dirname(file)));
        symlinkSync(target, join(repo.path, file));
      },
      (repo) => symlinkSync(dirname(target), join(repo.path, dirname(file))),
      (repo) => mkdirSync(join(repo.path, file), { recursive: true }),
    ];
    for (const place of places) {
      const repo = repository();
      place(repo);
      expect(await hook(repo, '[ISSUE_COMPLETE: A-1]')).toEqual(allowed);
      for (const action of ['stop', 'status']) {
        const refused = await repo.run('issues', action);
        expect([refused.exitCode, refused.stderr]).toEqual([
          2,
          expect.stringMatching(/cannot be used as a state file/),
        ]);
      }
    }
    expect(readFileSync(target, 'utf8')).toBe(before);
  });
});

describe('two calls at the same time', () => {
  test('for the same turn count it once and answer both; different turns are counted one after the other', async () => {
    const repo = loop();
    const same = await Promise.all([1, 2, 3].map(() => hook(repo, '[ISSUE_COMPLETE: A-1]')));
    expect(same).toEqual(same.map(() => goesOn('2/20')));
    const others = await Promise.all(['A-2', 'A-3'].map((id) => hook(repo, `[ISSUE_COMPLETE: ${id}]`)));
    expect(others.map(({ stdout }) => /iteration (\d)/.exec(stdout)?.[1]).sort()).toEqual(['3', '4']);
    expect([...(state(repo)['completed_issues'] as string[])].sort()).toEqual(['A-1', 'A-2', 'A-3']);
    expect(runs(repo)).toHaveLength(1);
  });

  test('the second waits 5 s for the first, then lets the conversation end', async () => {
    const repo = loop();
    await hook(repo, 'x');
    const first = call(inputOf(repo, '[ISSUE_COMPLETE: A-1]'));
    const locks = join(repo.path, '.harness/locks/runs', runs(repo)[0] ?? '');
    const held = readdirSync(locks).length;
    await until(() => readdirSync(locks).length > held || undefined);
    first.child.kill('SIGSTOP');
    onTestFinished(() => void first.child.kill('SIGKILL'));
    const started = performance.now();
    const second = await hook(repo, '[ISSUE_COMPLETE: A-2]');
    const waitedMs = performance.now() - started;
    first.child.kill('SIGCONT');
    expect((await first.ended).stdout).toBe(goesOn('3/20').stdout);
    expect(second).toEqual({ exitCode: 0, stdout: '', stderr: expect.stringMatching(/has owned the run/) });
    expect(waitedMs).toBeGreaterThan(4_900);
    expect(state(repo)['completed_issues']).toEqual(['A-1']);
  }, 30_000);
});

test('IO-13 kill -9 at any point of 40 turns, each called again until it answers: every id and every iteration counts once', async () => {
  const turns = 40;
  const repo = loop(`active: true\niteration: 1\nmax_iterations: ${turns + 1}`);
  for (let n = 1; n <= turns; n++) {
    const input = inputOf(repo, `[ISSUE_COMPLETE: A-${n}]`, { transcript_path: `turn-${n}` });
    const killed = await call(input, { killAfterMs: 15 + ((n * 37) % 160) }).ended;
    const answer = killed.stdout.endsWith('\n') ? killed : await call(input).ended;
    expect(answer.stdout, `turn ${n}`).toBe(goesOn(`${n + 1}/${turns + 1}`).stdout);
  }
  expect(state(repo)).toMatchObject({
    iteration: turns + 1,
    completed_issues: Array.from({ length: turns }, (_, n) => `A-${n + 1}`),
  });
  expect(runs(repo)).toHaveLength(1);
}, 120_000);

test('I-05 I-06 I-07 I-08 stop and status of a loop, and without one', async () => {
  const repo = repository();
  const none = await Promise.all([repo.run('issues', 'stop'), repo.run('issues', 'status')]);
  expect(none.map(({ exitCode, stderr }) => [exitCode, stderr.split('\n')[0]])).toEqual([
    [1, 'No active harness session'],
    [1, 'No harness state file found'],
  ]);
  const friction = Array.from({ length: 7 }, (_, n) => `  - { issue: A-${n}, iteration: ${n}, points: [slow ${n}] }`);
  const yaml = [
    'active: true',
    'iteration: 7',
    'max_iterations: 20',
    'consecutive_failures: 1',
    'friction_log:',
    ...friction,
  ];
  write(repo, [...yaml, 'completed_issues: [A-1, A-2]', 'failed_issues: [A-3]', 'skipped_issues: [A-4]'].join('\n'));
  const before = text(repo);
  expect(await repo.json('issues', 'status')).toEqual({
    ...{ version: 1, active: true, iteration: 7, maxIterations: 20, consecutiveFailures: 1, currentIssue: null },
    ...{ completed: ['A-1', 'A-2'], failed: ['A-3'], skipped: ['A-4'] },
    friction: [2, 3, 4, 5, 6].map((n) => ({ issue: `A-${n}`, iteration: n, points: [`slow ${n}`] })),
  });
  const { stdout } = await repo.run('issues', 'status');
  for (const part of ['active', '7/20', '2 (A-1, A-2)', '1 (A-3)', '1 (A-4)', '1/3', 'slow 2', 'slow 6'])
    expect(stdout).toContain(part);
  expect(stdout).not.toContain('slow 1');
  expect(text(repo)).toBe(before);
  expect(await repo.run('issues', 'stop')).toEqual({
    ...{ exitCode: 0, stderr: '' },
    stdout: 'Harness will stop after current issue completes\n',
  });
  expect(text(repo)).toBe(before.replace('active: true', 'active: false'));
  expect(await hook(repo, '[ISSUE_COMPLETE: A-9]')).toEqual(allowed);
});

test('a loop in a worktree has its own state, and `harness stop` and `resume` keep it true', async () => {
  const repo = loop();
  const tree = join(repo.path, '..', 'tree');
  repo.git('worktree', 'add', '--quiet', tree);
  mkdirSync(join(tree, dirname(file)));
  writeFileSync(join(tree, file), text(repo));
  const other: Repository = { ...repo, path: tree };
  expect(await hook(other, '[ISSUE_COMPLETE: A-1]')).toEqual(goesOn('2/20'));
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: tree, encoding: 'utf8' })).toBe('');
  expect(state(repo)['completed_issues']).toBeUndefined();
  const [id = ''] = runs(other);
  const resumed = await repo.run('resume', id, '--repo', tree);
  expect([resumed.exitCode, resumed.stdout]).toEqual([0, expect.stringContaining('Stop hook')]);
  expect(await hook(other, '[ISSUE_COMPLETE: A-2]')).toEqual(goesOn('3/20'));
  await repo.run('stop', id, '--repo', tree);
  expect(state(other)).toMatchObject({ active: false, completed_issues: ['A-1', 'A-2'] });
  rmSync(tree, { recursive: true, force: true });
});
