/** `--dry-run` as a user types it: prints everything and changes nothing. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DryRun } from '@harness/core/dry-run/document';
import { blocksOf } from '@harness/effects/testing/messages-server/request';
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CommandResult, type Repository, repository, until } from '../testing/command.ts';
import { docs, rightSum, taskRepository, writeTaskSession } from '../testing/command-task.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

/** A home folder without a login. */
function homeOf(repo: Repository): string {
  const home = join(repo.path, '..', 'home');
  mkdirSync(home, { recursive: true });
  return home;
}

/** Runs the command, and expects that repository and home are unchanged, byte by byte. */
async function untouched(repo: Repository, args: readonly string[], env = {}): Promise<CommandResult> {
  const home = homeOf(repo);
  const before = [fingerprint(repo.path), fingerprint(home)];
  const finished = await repo.start(args, { HOME: home, ...env }).finished;
  expect([fingerprint(repo.path), fingerprint(home)]).toEqual(before);
  return finished;
}

async function outlook(repo: Repository, ...args: readonly string[]): Promise<DryRun> {
  const { exitCode, stdout, stderr } = await untouched(repo, [...args, '--dry-run', '--json']);
  expect([exitCode, stderr]).toEqual([0, '']);
  const { version, dryRun } = JSON.parse(stdout) as { version: number; dryRun: DryRun };
  expect(version).toBe(1);
  return dryRun;
}

const withWords = () => {
  const repo = repository();
  repo.write('repo/AGENTS.md', 'Be brief.\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Words');
  return repo;
};

describe('converge', () => {
  test('prints the calls without a key, and writes nothing', async () => {
    const repo = withWords();
    const args = ['converge', 'Add a login', '--check', 'test -f login.txt', '--passes', '2', '--dry-run'];
    const { exitCode, stdout } = await untouched(repo, args);
    expect(exitCode).toBe(0);
    for (const part of [
      ...['no agent is called and no file is written', 'harness/add-a-login', 'test -f login.txt (from a flag;'],
      ...['1. converge.implementer', '2. converge.reviewer', '3. converge.implementer', 'Be brief.'],
      ...['has neither a key nor a login', 'try: ', '«unknown until converge.implementer has answered»'],
      ...['- [high] …: «unknown until converge.reviewer has answered»', '2 to 4 calls', 'cost unknown'],
    ])
      expect(stdout).toContain(part);
  });

  test('as JSON: calls with limits, checks with their source, totals for one pass and for all passes', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: 'node --test' }, budget: { capUsd: 3 } }));
    const found = await outlook(repo, 'converge', 'Add a login', '--provider', 'claude', '--model', 'sonnet');
    expect(found).toMatchObject({ workflow: 'converge', title: 'Add a login', branch: 'harness/add-a-login' });
    expect(found.base).toBe(repo.git('rev-parse', 'HEAD'));
    expect(found.checks).toEqual([{ command: 'node --test', from: 'config', timeoutMs: 1_200_000 }]);
    expect(found.limits).toEqual({ capUsd: 3, capTokens: null, ceilingTokens: null });
    expect(found.obstacles.map(({ code }) => code)).toEqual(['provider.no-key']);
    expect(found.calls.map(({ role, mode, when, times }) => [role, mode, when, times])).toEqual([
      ['converge.implementer', 'exec', 'always', { least: 1, most: 1 }],
      ['converge.reviewer', 'review', 'always', { least: 1, most: 5 }],
      ['converge.implementer', 'exec', 'after-setback', { least: 0, most: 4 }],
    ]);
    const [first] = found.calls;
    expect(first).toMatchObject({ provider: 'claude', model: 'sonnet', estimate: { reservedTokens: 20_000 } });
    expect(first?.limits).toEqual({ wallMs: 3_600_000, idleMs: 300_000, turns: null, usd: null });
    expect(first?.estimate.costUsd?.least).toBeGreaterThan(0);
    expect(found.totals.calls).toEqual({ least: 2, most: 10 });
    expect(found.totals.costUsd?.most).toBeGreaterThan(found.totals.costUsd?.least ?? 0);
    expect(found.notes.join()).toContain('Uncommitted changes'); // the new configuration file
  });

  test('a model without a list price has an unknown cost, never zero', async () => {
    const found = await outlook(repository(), 'converge', 'Add it', '--provider', 'codex', '--model', 'llama-at-home');
    expect(found.calls.map(({ estimate }) => [estimate.price, estimate.costUsd])).toEqual(
      found.calls.map(() => ['unknown', null]),
    );
    expect(found.totals.costUsd).toBeNull();
  });

  test('a script has no obstacles and costs nothing', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const found = await outlook(repo, 'converge', 'Add it', '--script', agents, '--no-input');
    expect(found.obstacles).toEqual([]);
    expect(found.totals.costUsd).toEqual({ least: 0, most: 0 });
  });

  test('names the branch that is free, also after earlier runs', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    await repo.run('converge', 'Add it', '--script', agents);
    expect((await outlook(repo, 'converge', 'Add it', '--script', agents)).branch).toBe('harness/add-it-2');
  });

  test('prints Korean for a Korean task', async () => {
    const { exitCode, stdout } = await untouched(repository(), ['converge', '로그인 추가', '--dry-run']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('에이전트를 호출하지 않고 파일도 쓰지 않습니다')]);
    expect(stdout).toContain('«converge.implementer의 답이 오기 전에는 알 수 없음»');
  });

  test('reports that work is frozen', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ stateDir: '.harness' }));
    repo.write('repo/.harness/FROZEN', '');
    expect((await outlook(repo, 'converge', 'Add it')).obstacles.map(({ code }) => code)).toContain('frozen');
  });

  test('calls no model, even if one is available', async () => {
    const server = await messagesServer([{ turns: [{ text: 'No findings.' }] }]);
    onTestFinished(() => server.close());
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-of-the-test' };
    const { exitCode, stdout } = await untouched(repository(), ['converge', 'Add it', '--dry-run'], env);
    expect([exitCode, stdout.includes('Problems that would stop the run'), server.log]).toEqual([0, false, []]);
  });

  test.each([
    ['no task', ['converge', ' ']],
    ['no pass', ['converge', 'Add it', '--passes', '0']],
    ['no such script', ['converge', 'Add it', '--script', 'nowhere.yaml']],
    ['no such provider', ['converge', 'Add it', '--provider', 'nobody']],
    ['no session to resume', ['task', 'verify']],
    ['a task without a title', ['task']],
    ['only a cleanup', ['task', '--clear-base']],
    ['an unknown mode', ['task', 'Add it', '--mode', 'tripple']],
  ])('%s is refused like the real command', async (_, args) => {
    const { exitCode, stderr } = await untouched(repository(), [...args, '--dry-run']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('try: ')]);
  });
});

describe('task', () => {
  const asked = ['task', 'Repair sum', '--mode', 'single', '--model-config', 'balanced'];

  test('lists the calls of all roles, the questions and the checks', async () => {
    const found = await outlook(taskRepository(), ...asked);
    expect(found.calls.map(({ role, model, when }) => [role, model, when])).toEqual([
      ['task.convention-scanner', 'opus', 'always'],
      ['task.planner-single', 'opus', 'always'],
      ['task.generator-single', 'sonnet', 'always'],
      ['task.evaluator', 'opus', 'always'],
      ['task.generator-single', 'sonnet', 'after-setback'],
      ['task.auto-fix-proposer', 'opus', 'after-setback'],
      ['task.evaluator', 'opus', 'after-setback'],
    ]);
    expect(found.assumed.map(({ header }) => header)).toEqual(['Convention Scan', 'Spec', 'Commit']);
    expect(found.checks).toMatchObject([{ command: 'node check.mjs', from: 'config' }]);
    expect(found.branch).toBe('harness/repair-sum');
    expect(found.calls[2]?.prompt).toContain('«unknown until task.planner-single has answered»');
  });

  test('reports a dirty tree like the real command, and continues', async () => {
    const repo = taskRepository();
    repo.write('repo/sum.js', 'mine');
    expect((await outlook(repo, ...asked)).obstacles).toContainEqual({
      code: 'tree.dirty',
      message: expect.stringContaining('sum.js') as string,
      next: expect.stringContaining('--allow-dirty') as string,
    });
    const allowed = await outlook(repo, ...asked, '--allow-dirty');
    expect(allowed.obstacles.map(({ code }) => code)).not.toContain('tree.dirty');
  });

  test('reports an existing session, shows how it would resume, and leaves it unchanged', async () => {
    const repo = taskRepository();
    writeTaskSession(repo, 'generate_done');
    const found = await outlook(repo, ...asked);
    expect(found.notes[0]).toContain('"Repair sum", Generate — complete');
    expect(found.assumed[0]).toEqual({ header: 'Session', choice: 'Resume' });
    expect(found.calls[0]?.role).toBe('task.evaluator');
    expect(found.calls[0]?.prompt).toContain('sum adds'); // reads the existing spec
  });

  test('works for a single step of a task', async () => {
    const repo = taskRepository();
    writeTaskSession(repo, 'generate_done');
    const found = await outlook(repo, 'task', 'verify');
    expect([found.title, found.checks.length, found.totals.calls.least]).toEqual(['Repair sum', 1, 0]);
    expect(found.calls.map(({ when }) => when)).not.toContain('always'); // the checks decide, no agent is called
    const { exitCode } = await untouched(repo, ['task', 'evaluate', '--dry-run']);
    expect(exitCode).toBe(2); // no verification has run yet
  });

  test('does not move an unreadable state file', async () => {
    const repo = taskRepository();
    repo.write('repo/.harness/.gitignore', '*\n');
    repo.write('repo/.harness/state.json', '{ not json');
    expect((await outlook(repo, ...asked)).notes[0]).toContain('cannot be read');
  });

  test('names an unfinished run, and does not even write the summary of its journal', async () => {
    const repo = taskRepository();
    const { exitCode } = await repo.task({ answers: [], people: [{ when: { header: 'Spec' }, choose: 'Stop' }] });
    expect(exitCode).toBe(8);
    const found = await outlook(repo, ...asked);
    expect(found.notes.join('\n')).toContain(`unfinished: ${await repo.newest()}`);
    expect(found.calls[0]?.prompt).toContain('sum adds');
  });

  test('names a running run as an obstacle, and does not disturb it', async () => {
    const repo = taskRepository();
    const cast = { answers: [{ when: { role: 'task.planner-single' }, steps: [{ hang: true }] }] };
    const { child, finished } = repo.start(repo.asked(cast));
    const run = await until(async () => (await repo.newest()) || undefined);
    await until(() => readFileSync(repo.journal(run), 'utf8').includes('agent.started') || undefined);
    const { stdout } = await repo.run(...asked, '--dry-run', '--json');
    const { obstacles } = (JSON.parse(stdout) as { dryRun: DryRun }).dryRun;
    expect(obstacles).toContainEqual(expect.objectContaining({ code: 'run.owned' }));
    expect(obstacles.find(({ code }) => code === 'run.owned')?.message).toContain(String(child.pid));
    child.kill('SIGTERM');
    expect((await finished).exitCode).toBe(143);
  });

  test('has no branch in a folder without git', async () => {
    const repo = repository();
    repo.write('plain/a.txt', 'a');
    const args = [...asked, '--repo', join(repo.path, '..', 'plain'), '--dry-run', '--json'];
    const { stdout } = await untouched(repo, args);
    expect((JSON.parse(stdout) as { dryRun: DryRun }).dryRun).toMatchObject({ branch: null, base: null });
    expect(fingerprint(join(repo.path, '..', 'plain')).map((line) => line.split(' ')[0])).toEqual(['.', 'a.txt']);
  });
});

describe('the printed prompt equals the sent prompt', () => {
  /** The first request of the real program. */
  async function sentFirst(repo: Repository, args: readonly string[]) {
    const server = await messagesServer([{ turns: [{ text: 'No findings.' }] }]);
    onTestFinished(() => server.close());
    await repo.start(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-of-the-test' }).finished;
    const [first] = server.log;
    const [message] = first?.request.messages ?? [];
    const texts = blocksOf(message?.content ?? '').map(({ text = '' }) => text);
    return {
      stable: blocksOf(first?.request.system ?? []).at(-1)?.text,
      prompt: texts.filter((text) => !text.startsWith('<system-reminder>')).join(''),
      model: first?.request.model ?? '',
    };
  }

  test('for converge', async () => {
    const repo = withWords();
    const args = ['converge', 'Add a login\nand a "logout"', '--check', 'true', '--passes', '1', '--model', 'haiku'];
    const [first] = (await outlook(repo, ...args)).calls;
    const sent = await sentFirst(repo, args);
    expect(sent).toMatchObject({ stable: first?.stable, prompt: first?.prompt });
    expect(sent.model).toContain(first?.model);
  });

  test('for a task', async () => {
    const repo = taskRepository();
    repo.write('repo/CLAUDE.md', 'One rule.\n'.repeat(60)); // long enough to be the conventions
    repo.write(`repo/${docs}/qa_notes.md`, 'Who adds? Everybody.\n');
    repo.write('repo/sum.js', rightSum); // a red check would ask before the first call
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Words');
    const args = ['task', 'Repair sum', '--mode', 'single', '--model-config', 'balanced', '--no-input'];
    const [first] = (await outlook(repo, ...args)).calls;
    const sent = await sentFirst(repo, args);
    expect(first?.role).toBe('task.planner-single');
    expect(sent).toMatchObject({ stable: first?.stable, prompt: first?.prompt });
    expect(sent.prompt.split('One rule.').length).toBeGreaterThan(100); // as instructions, and as conventions
  });
});
