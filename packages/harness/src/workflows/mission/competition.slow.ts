/** Tests the slow paths of a competition: kills, a stop, a cap, a question, a freeze, and hooks. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines, type Repository, until } from '../../testing/command.ts';
import { randomNumbers } from '../../testing/killing.ts';
import { script, usage } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import { expectNothingLeftOver, killUntilDone } from './testing/killing.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const competing = { parallelWorkers: { max: 2, mode: 'competition' } };
const inLane = (number: number) => ({ prompt: `-lane-${number}$` });
const writing = (text: string, more: readonly object[] = []) => ({
  steps: [{ write: { path: '{item}.txt', text } }, ...more],
});
const choosing = (line: string, steps: readonly object[] = []) => ({
  when: { role: 'mission.crosscheck' },
  steps,
  reply: `I compared.\n${line}`,
  usage,
});
const worktrees = ({ path }: Repository) => readdirSync(join(path, '.harness/worktrees')).sort();

const kills = Number(process.env['HARNESS_KILLS'] ?? 40);

test(`MO-28 kill -9 at ${kills} random moments of competitions: each has one winner, merged once, with nothing left over or lost`, async () => {
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 20_261_128));
  const slow = [{ sleep: 100 }];
  let killed = 0;
  while (killed < kills) {
    const repo = repositoryWithSpec(competing);
    const agents = script(repo, [
      ...[planning({ id: 'F-001' }, { id: 'F-002' }), reviewing()],
      working(writing('one\n', slow), inLane(1)),
      working(writing('two\n', slow)),
      ...[1, 2].map((attempt) => ({ ...validating('failing', { item: 'F-002', attempt }), steps: slow })),
      { ...validating(), steps: slow },
      choosing('COMPETITION_WINNER lane-2', slow),
    ]);
    killed += await killUntilDone(repo, agents, random, Math.min(10, kills - killed));
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2']);
    expect(merges(repo)).toEqual(['Merge F-002: Feature F-002', 'Merge F-001: Feature F-001']);
    for (const id of ['F-001', 'F-002']) expect(repo.git('show', `main:${id}.txt`)).toBe('two');
    expectNothingLeftOver(repo);
  }
  expect(killed).toBe(kills);
}, 1_800_000);

test('MO-21, MO-28 the second opinion judges each lane first, and then chooses among the lanes it accepted', async () => {
  const repo = repositoryWithSpec({ parallelWorkers: { max: 3, mode: 'competition' }, crosscheck: true });
  const opinion = (is: string, when: object = {}) => ({
    when: { role: 'mission.crosscheck', ...when },
    reply: `I looked.\nCROSSCHECK ${is} {item}`,
    usage,
  });
  const agents = script(repo, [
    ...[planning({ id: 'F-001' }), reviewing()],
    ...[1, 2].map((number) => working(writing(`${number}\n`), inLane(number))),
    ...[working(writing('3\n')), validating()],
    opinion('disagree', inLane(2)),
    {
      ...choosing('COMPETITION_WINNER lane-2'),
      when: { role: 'mission.crosscheck', prompt: 'only one is merged' },
      times: 1,
    },
    { ...choosing('COMPETITION_WINNER lane-3'), when: { role: 'mission.crosscheck', prompt: 'only one is merged' } },
    opinion('agree'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'main:F-001.txt')).toBe('3'); // lane-2 was not a choice: one repair turn, then lane-3
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  const opinions = calls.filter(({ role }) => role === 'mission.crosscheck');
  expect(opinions.map(({ outcome, tries }) => [outcome, tries.length])).toEqual([
    ...[1, 2, 3].map(() => ['ok', 1]),
    ['ok', 2],
  ]);
  expectNothingLeftOver(repo);
}, 120_000);

test('MO-28 replays a recorded competition with each answer in its own lane', async () => {
  const repo = repositoryWithSpec(competing);
  const agents = script(repo, [
    ...[planning({ id: 'F-001' }), reviewing()],
    working(writing('one\n', [{ sleep: 300 }]), inLane(1)),
    ...[working(writing('two\n')), validating(), choosing('COMPETITION_WINNER lane-1')],
  ]);
  const record = join(repo.path, '..', 'record.yaml');
  expect(await repo.run('mission', '--script', agents, '--record', record)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(record, 'utf8')).toContain('prompt: /F-001-lane-2$');
  for (let n = 0; n < 3; n++) {
    const again = repositoryWithSpec(competing);
    const done = await again.run('mission', '--script', record);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(again.git('show', 'main:F-001.txt')).toBe('one');
  }
}, 240_000);

describe('a competition', () => {
  const seen = ({ path }: Repository) => existsSync(join(path, '.harness/worktrees/F-001-lane-2/F-001.txt'));

  test('M-28 stopping the mission releases all lanes and keeps their work', async () => {
    const repo = repositoryWithSpec(competing);
    const hanging = working(writing('half\n', [{ hang: true }]), inLane(2));
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), hanging, working()]);
    const running = repo.start(['mission', '--script', agents]);
    await until(() => seen(repo) || undefined);
    running.child.kill('SIGTERM');
    expect((await running.finished).exitCode).toBe(143);
    expect(worktrees(repo)).toEqual(['F-001-lane-1', 'F-001-lane-2']);
    const stopped = await repo.run('stop', await repo.newest());
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 0 });
    expectNothingLeftOver(repo);
    const kept = repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/kept').split('\n');
    const texts = kept.flatMap((commit) =>
      repo.git('ls-tree', '--name-only', commit).includes('F-001.txt') ? [repo.git('show', `${commit}:F-001.txt`)] : [],
    );
    expect(texts).toContain('half');
  }, 120_000);

  test('MO-04 a reached cap stops all lanes with exit 6, and the cost of every lane counts', async () => {
    const repo = repositoryWithSpec({ ...competing, budget: { capUsd: 0.04 }, agent: { reserveTokens: 1 } });
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
    const capped = await repo.run('mission', '--script', agents);
    expect(capped, `${capped.stdout}${capped.stderr}`).toMatchObject({ exitCode: 6 });
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.costUsd).toBeCloseTo(0.04);
    expect(shown.calls.filter(({ role }) => role === 'mission.worker')).toHaveLength(2);
    expect(featureLines(repo)).toEqual(['F-001 failing 1']);
    expect(worktrees(repo)).toEqual(['F-001-lane-1', 'F-001-lane-2']);
    expect((await repo.run('stop', await repo.newest())).exitCode).toBe(0);
    expectNothingLeftOver(repo);
  }, 120_000);

  test('a question in one lane waits for a person (exit 8) while the other continues, and the answer resumes it', async () => {
    const repo = repositoryWithSpec(competing);
    repo.write('repo/a.test.js', "test('a', () => {});\n");
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=A test');
    const agents = script(repo, [
      ...[planning({ id: 'F-001' }), reviewing()],
      working({ steps: [{ delete: 'a.test.js' }, { write: { path: 'F-001.txt', text: 'one\n' } }] }, inLane(1)),
      working(writing('two\n')),
      validating(),
      choosing('COMPETITION_WINNER lane-1'),
    ]);
    const waiting = await repo.run('mission', '--script', agents, '--no-input');
    expect(waiting, `${waiting.stdout}${waiting.stderr}`).toMatchObject({ exitCode: 8 });
    const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
    expect(questions.map(({ header }) => header)).toEqual(['Tests']);
    expect((await repo.run('answer', questions[0]?.id ?? '', 'Allow')).exitCode).toBe(0);
    const done = await repo.run('resume');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'main:F-001.txt')).toBe('one');
    expectNothingLeftOver(repo);
  }, 120_000);

  test('a freeze holds it (exit 10), and it continues after the unfreeze', async () => {
    const repo = repositoryWithSpec({ ...competing, stateDir: '.state' });
    const frozen = join(repo.path, '.state/FROZEN');
    const freezing = working(writing('one\n', [{ sleep: 500 }]), inLane(1));
    const agents = script(repo, [
      ...[planning({ id: 'F-001' }), reviewing(), freezing, working(writing('two\n')), validating()],
      choosing('COMPETITION_WINNER lane-2'),
    ]);
    const running = repo.start(['mission', '--script', agents]);
    await until(() => seen(repo) || undefined);
    repo.write('repo/.state/FROZEN', 'somebody looks\n');
    expect((await running.finished).exitCode).toBe(10);
    rmSync(frozen);
    const done = await repo.run('resume');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'main:F-001.txt')).toBe('two');
    expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  }, 120_000);

  test('MO-25, M-26 hooks report its start and its winner, and each lane has its own ports and name', async () => {
    const repo = repositoryWithSpec({ ...competing, sandbox: 'off' });
    const told = join(repo.path, '.harness/told.txt');
    for (const name of ['on-competition-start', 'on-competition-won'])
      repo.write(`repo/.harness/hooks/${name}.sh`, `echo "${name} $1" >> '${told}'\nexit 3\n`);
    const found = join(repo.path, '..', 'found');
    const telling = { run: `echo "$HARNESS_LANE $PORT" >> '${found}'` };
    const agents = script(repo, [
      ...[planning({ id: 'F-001' }), reviewing()],
      working({ steps: [telling], reply: 'WORKER F-001: blocked — a key' }, inLane(1)),
      working(writing('two\n', [telling])),
      validating(),
    ]);
    const done = await repo.run('mission', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(`${done.stdout}${done.stderr}`).toContain('hook on-competition-won failed');
    expect(lines(told)).toEqual(['on-competition-start F-001', 'on-competition-won F-001']);
    const rows = lines(found).map((line) => line.split(' '));
    expect(rows.map(([lane]) => lane).sort()).toEqual(['F-001-lane-1', 'F-001-lane-2']);
    expect(rows.map(([, port]) => port).sort()).toEqual(['4600', '4610']);
    const manifest = JSON.parse(readFileSync(join(repo.path, '.harness/competition-F-001.json'), 'utf8'));
    expect(manifest).toMatchObject({ verdict: 'COMPETITION_WINNER lane-2', by: 'alone' });
  }, 120_000);
});
