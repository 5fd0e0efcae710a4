import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const freezeFile = ({ path }: Repository, stateDir = '.orchestrator') => join(path, stateDir, 'FROZEN');

function freeze(repo: Repository, stateDir?: string): string {
  const file = freezeFile(repo, stateDir);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  return file;
}

const converge = (agents: string) => ['converge', 'Cold', '--check', 'true', '--script', agents];
/** The agents of these tests create the freeze file, which is outside their lane. */
const unboxed = ['--sandbox', 'off'];
const statusOf = async (repo: Repository) =>
  (await repo.json<{ runs: { status: string }[] }>('runs')).runs.map(({ status }) => status);
const typesIn = (repo: Repository, run: string) =>
  lines(repo.journal(run)).map((line) => (JSON.parse(line) as { type: string }).type);

test('a run is parked before its first effect while work is frozen, and prints what to do', async () => {
  const repo = repository();
  const file = freeze(repo);
  const { exitCode, stdout } = await repo.run(...converge(script(repo, [implementerAnswer(), reviewerAnswer()])));
  const run = await repo.newest();
  expect(exitCode).toBe(10);
  expect(stdout).toContain(`frozen: no new work starts while ${file} exists`);
  expect(stdout).toContain(`rm ${file}`);
  expect(stdout).toContain(`harness resume ${run}`);
  expect(await statusOf(repo)).toEqual(['parked']);
  expect(typesIn(repo, run)).toEqual(['started']);
  expect(existsSync(file)).toBe(true);
});

test('a frozen run is not resumed; it continues to its end when the freeze file is removed', async () => {
  const repo = repository();
  const file = freeze(repo);
  await repo.run(...converge(script(repo, [implementerAnswer(), reviewerAnswer()])));
  const held = await repo.run('resume', '--json');
  expect(held.exitCode).toBe(10);
  expect(JSON.parse(held.stdout)).toMatchObject({ status: 'parked', calls: [], checks: [] });
  expect(held.stderr).toContain(file);
  rmSync(file);
  expect((await repo.run('resume')).exitCode).toBe(0);
  expect(await statusOf(repo)).toEqual(['done']);
});

test('a running run finishes its current effect and is parked before the next', async () => {
  const repo = repository();
  mkdirSync(join(freezeFile(repo), '..'));
  const working = implementerAnswer({
    steps: [{ write: { path: 'a.txt', text: 'a' } }, { run: `touch '${freezeFile(repo)}'` }],
  });
  const { exitCode } = await repo.run(...converge(script(repo, [working, reviewerAnswer()])), ...unboxed);
  expect(exitCode).toBe(10);
  const { calls, checks, status } = await repo.json<{ calls: { outcome: string }[]; checks: []; status: string }>(
    'show',
    await repo.newest(),
  );
  expect([calls.map(({ outcome }) => outcome), checks, status]).toEqual([['ok'], [], 'parked']);
});

test('a call that waits for its next try is also held', async () => {
  const repo = repository();
  mkdirSync(join(freezeFile(repo), '..'));
  const limited = implementerAnswer({
    times: 1,
    steps: [{ run: `touch '${freezeFile(repo)}'` }, { fail: { kind: 'rate_limit', retryAfterMs: 10 } }],
  });
  const agents = script(repo, [limited, implementerAnswer(), reviewerAnswer()]);
  expect((await repo.run(...converge(agents), ...unboxed)).exitCode).toBe(10);
  rmSync(freezeFile(repo));
  expect((await repo.run('resume')).exitCode).toBe(0);
  const [first] = (await repo.json<{ calls: { tries: unknown[] }[] }>('show', await repo.newest())).calls;
  expect(first?.tries).toHaveLength(2);
});

test('the configuration sets the folder of the freeze file, and doctor reports it', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  const doctor = async () => {
    const { checks } = await repo.json<{ checks: { id: string; ok: boolean; fix: string }[] }>('doctor');
    return checks.find(({ id }) => id === 'frozen');
  };
  repo.write('repo/harness.config.json', JSON.stringify({ stateDir: 'state/here' }));
  freeze(repo); // in the default folder: has no effect
  expect(await doctor()).toMatchObject({ ok: true });
  const file = freeze(repo, 'state/here');
  expect(await doctor()).toMatchObject({ ok: false, fix: `rm ${file}` });
  expect((await repo.run(...converge(agents), ...unboxed)).exitCode).toBe(10);
});

test('a frozen run can be stopped, because releasing is never held', async () => {
  const repo = repository();
  const file = freeze(repo);
  await repo.run(...converge(script(repo, [implementerAnswer(), reviewerAnswer()])));
  expect((await repo.run('stop', await repo.newest())).exitCode).toBe(0);
  expect(await statusOf(repo)).toEqual(['stopped']);
  expect(existsSync(file)).toBe(true);
});
