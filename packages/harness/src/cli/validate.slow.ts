import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentOf } from '@harness/effects/process/table';
import { expect, test } from 'vitest';
import { processesOfRun, type Repository, repository, until } from '../testing/command.ts';

interface Validation {
  readonly version: 1;
  readonly ok: boolean;
  readonly checks: readonly { id: string; ok: boolean; detail: string; log: string | null }[];
}

function product(checks: Readonly<Record<string, string>>): Repository {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks }));
  return repo;
}

const session = {
  schemaVersion: 5,
  specPath: 'docs/a.md',
  currentState: 'PLAN',
  currentPhase: 0,
  phases: [{ name: 'A', status: 'pending' }],
};
const detailOf = ({ checks }: Validation, id: string) => checks.find((one) => one.id === id)?.detail;
const rooms = (repo: Repository) => {
  const folder = join(dirname(repo.path), 'cache/harness/rooms');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [];
};

test('A-98 validate runs each check on the files of the checkout, and reads each document', async () => {
  const repo = product({
    build: 'mkdir dist && cp README.md dist',
    test: 'test -f dist/README.md && test -f new.txt && pwd',
  });
  repo.write('repo/.gitignore', 'dist/\n');
  repo.write('repo/new.txt', 'not committed\n');
  repo.write('repo/.harness/sessions/a/autopilot-state.json', JSON.stringify(session));
  repo.write('repo/.harness/sessions/a/handoff.json', JSON.stringify({ summary: 'planned', planPath: 'docs/p.md' }));
  repo.write(
    'repo/.harness/sessions/a/state.json',
    JSON.stringify({ schemaVersion: 1, progress: { '1': 'complete' } }),
  );
  repo.write('repo/.harness/learnings.md', '- 2026-01-01 [skill:x] a\n');
  repo.write('repo/docs/roadmap.md', '## Backlog\n### A\n- **Status:** planned\n');
  repo.write(
    'repo/.harness/arch/timeline.json',
    JSON.stringify({ version: 1, snapshots: [{ capturedAt: '2026-01-01', metrics: {} }] }),
  );
  const found = await repo.json<Validation>('validate');
  const ids = ['build', 'test', 'configuration', 'sessions', 'learnings', 'roadmap', 'timeline'];
  expect(found).toMatchObject({ version: 1, ok: true, checks: ids.map((id) => ({ id, ok: true })) });
  expect(detailOf(found, 'sessions')).toBe('3 documents in order');
  const log = found.checks[1]?.log ?? '';
  expect(readFileSync(join(repo.path, log), 'utf8')).not.toContain(repo.path);
  expect(existsSync(join(repo.path, 'dist'))).toBe(false);
  expect([rooms(repo), (await repo.run('validate')).exitCode]).toEqual([[], 0]);
  expect(readdirSync(join(repo.path, '.harness/validate'))).toEqual(['validate-1']);
});

test('validate exits 1 if a check or a document is red, and names it', async () => {
  const repo = product({ build: 'true', test: 'echo it broke && exit 3' });
  repo.write('repo/.harness/sessions/a/autopilot-state.json', JSON.stringify(session).slice(0, 30));
  repo.write('repo/.harness/sessions/b/autopilot-state.json', JSON.stringify({ ...session, schemaVersion: 6 }));
  symlinkSync('/etc/hostname', join(repo.path, '.harness/sessions/b/handoff.json'));
  repo.write('repo/.harness/learnings.md', '- 2026-02-30 a\n');
  repo.write('repo/docs/roadmap.md', '---\nproject: x\n---\n## Backlog\n### A\n- **Status:** \u001b[2Jnearly\n');
  repo.write('repo/.harness/arch/timeline.json', '[]');
  repo.write('repo/subsystems_knowledge/shop/cart.yaml', 'id: cart\nsystem: shop\ndependents: [shop/page]\n');
  const found = await repo.json<Validation>('validate');
  expect(found.checks.map(({ id, ok }) => [id, ok])).toEqual([
    ['build', true],
    ['test', false],
    ['configuration', true],
    ...['sessions', 'learnings', 'roadmap', 'timeline', 'subsystems'].map((id) => [id, false]),
  ]);
  const cart = 'subsystems_knowledge/shop/cart.yaml';
  expect(detailOf(found, 'subsystems')).toBe(
    [
      ...['description', 'paths', 'invariants'].map((field) => `${cart}, ${field}: it must be set.`),
      `${cart}, dependents[0]: there is no subsystem "shop/page".`,
    ].join(' '),
  );
  expect(detailOf(found, 'sessions')).toContain(
    '.harness/sessions/a/autopilot-state.json is not a complete JSON document.',
  );
  expect(detailOf(found, 'sessions')).toContain('schemaVersion: expected <= 5, found 6.');
  expect(detailOf(found, 'sessions')).toContain('.harness/sessions/b/handoff.json cannot be read: link.');
  expect(detailOf(found, 'learnings')).toContain('line 1: expected YYYY-MM-DD, found 2026-02-30.');
  expect(detailOf(found, 'roadmap')).toContain('line 5, Status: expected backlog | planned');
  const { exitCode, stdout } = await repo.run('validate', '--lang', 'ko');
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/it broke\n.*\.log\n/)]);
  expect(stdout).toContain(`${cart}, description: 값을 정해야 합니다.`);
  expect(stdout).not.toContain('\u001b');
});

test('validate without a check exits 2, names harness init and writes no file', async () => {
  const repo = repository();
  const { exitCode, stderr } = await repo.run('validate');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('harness init')]);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('validate says that the configuration is red, and checks the documents nevertheless', async () => {
  const repo = repository();
  repo.write('repo/harness.config.json', '{ "checks": { "test": 5 } }');
  repo.write('repo/docs/roadmap.md', '## Backlog\n### A\n- **Status:** soon\n');
  const found = await repo.json<Validation>('validate');
  expect(found.checks.map(({ id, ok }) => [id, ok])).toEqual([
    ['configuration', false],
    ['sessions', true],
    ['learnings', true],
    ['roadmap', false],
    ['timeline', true],
  ]);
  expect(detailOf(found, 'configuration')).toContain('checks.test');
});

test('an interrupted validate leaves no process, room or log', async () => {
  const repo = product({ build: 'true', test: 'echo started; sleep 60' });
  const { child, finished } = repo.start(['validate']);
  const logs = join(repo.path, '.harness/validate/validate-1/artifacts');
  const isStarted = (name: string) => readFileSync(join(logs, name), 'utf8').includes('started');
  await until(() => (existsSync(logs) && readdirSync(logs).some(isStarted) ? true : undefined));
  expect(rooms(repo)).toHaveLength(1);
  child.kill('SIGINT');
  expect((await finished).exitCode).toBe(130);
  expect([rooms(repo), readdirSync(join(repo.path, '.harness/validate'))]).toEqual([[], []]);
  const left = processesOfRun('validate-1')
    .flatMap(environmentOf)
    .filter((entry) => entry.includes(repo.path));
  expect(left).toEqual([]);
  expect(repo.git('status', '--porcelain')).toBe('?? harness.config.json');
});

test('validate never writes or removes behind a link', async () => {
  const repo = product({ test: 'true' });
  const kept = repo.write('elsewhere/validate-1/kept.txt', 'kept');
  repo.write('repo/.harness/.gitignore', '*\n');
  symlinkSync(join(dirname(repo.path), 'elsewhere'), join(repo.path, '.harness/validate'));
  const { exitCode, stderr } = await repo.run('validate');
  expect([exitCode, stderr, existsSync(kept)]).toEqual([2, expect.stringContaining('its path contains a link'), true]);
});
