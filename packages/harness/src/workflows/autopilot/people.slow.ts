/** People who work in the checkout while a session runs, and several sessions at once: nothing is lost or done twice. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Repository, until } from '../../testing/command.ts';
import {
  agents,
  executing,
  goesOn,
  integrating,
  person,
  planning,
  repositoryWithSpec,
  specPath,
  specText,
  stateOf,
  subjects,
  verifying,
} from './testing/script.ts';

const phases = ['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices'];

/** The executor of phase 1 writes a file and then works for a while, in which the person acts. */
async function during(act: (repo: Repository) => void, options: Parameters<typeof repositoryWithSpec>[0] = {}) {
  const repo = repositoryWithSpec(options);
  const steps = [{ write: { path: 'src/core.js', text: 'export {};\n' } }, { sleep: 1_500 }];
  const script = agents(repo, [executing(['1'], { steps }, { item: '1', attempt: 1 })], goesOn);
  const running = repo.start(['autopilot', specPath, '--script', script]);
  await until(() => existsSync(join(repo.path, 'src/core.js')) || undefined);
  act(repo);
  return { repo, script, ended: await running.finished };
}

const commit = (repo: Repository, path: string) => {
  repo.git('add', path);
  repo.git('commit', '--quiet', '--message=Mine', '--', path);
};

describe('a person', () => {
  test('who edits files loses no edit', async () => {
    const { repo, ended } = await during((mine) => {
      mine.write('repo/README.md', 'mine\n');
      mine.write('repo/notes.txt', 'mine\n');
    });
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(phases);
    expect([repo.git('show', 'HEAD:README.md'), repo.git('show', 'HEAD:notes.txt')]).toEqual(['mine', 'mine']);
  });

  test('who commits keeps the commit, and the phase follows on top of it', async () => {
    const { repo, ended } = await during((mine) => {
      mine.write('repo/README.md', 'mine\n');
      commit(mine, 'README.md');
    });
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(['Mine', ...phases]);
    expect(repo.git('show', '--format=', '--name-only', 'HEAD~1').split('\n')).toContain('src/core.js');
    expect(repo.git('show', 'HEAD:README.md')).toBe('mine');
  });

  test('who switches the branch stops the session; back on its branch it continues with the same work', async () => {
    const { repo, ended } = await during((mine) => mine.git('checkout', '--quiet', '-b', 'mine'));
    expect(ended.exitCode, `${ended.stdout}${ended.stderr}`).not.toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/main/);
    expect(repo.git('log', '--format=%s', 'mine')).toBe('Spec\nFirst');
    expect(existsSync(join(repo.path, 'src/core.js'))).toBe(true);
    repo.git('checkout', '--quiet', 'main');
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(phases);
    expect(repo.git('show', 'HEAD:src/core.js')).toBe('export {};');
    expect(repo.git('log', '--format=%s', 'mine')).toBe('Spec\nFirst');
  });

  test('who deletes the spec and the plan loses neither the session nor its plan', async () => {
    const { repo, ended } = await during((mine) => {
      rmSync(join(mine.path, specPath));
      rmSync(join(mine.path, 'docs/changes/shop/plans'), { recursive: true });
    });
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(phases);
    expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', history: [{ phase: 0 }, { phase: 1 }] });
  });

  test('who deletes the spec and the plan while the session rests continues it', async () => {
    const repo = repositoryWithSpec();
    const stop = agents(repo, [], [person('Plan', 'stop')]);
    const stopped = await repo.run('autopilot', specPath, '--review-plans', '--script', stop);
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
    rmSync(join(repo.path, specPath));
    rmSync(join(repo.path, 'docs/changes/shop/plans'), { recursive: true });
    // The roles get the approved texts, not only their paths.
    const read = { item: '1', prompt: 'Implementation Order[^]*approved plan[^]*Write it\\.' };
    const unread = { item: '1' };
    const other = { steps: [{ fail: { kind: 'bad_request' } }] };
    const approved = executing(['1'], {}, { item: '1', prompt: 'approved plan[^]*Write it\\.[^]*TASKS: 1-1' });
    const answers = [
      ...[approved, executing([], other, unread)],
      ...[verifying(undefined, read), { ...verifying(undefined, unread), ...other }],
      ...[integrating({}, read), { ...integrating({}, unread), ...other }],
    ];
    agents(repo, answers, [person('Plan', 'yes'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(phases);
  });

  test('AO-13 who edits the plan and revises sees the edited plan', async () => {
    const repo = repositoryWithSpec();
    const slow = [person('Plan', 'stop', { nth: 1 })];
    await repo.run('autopilot', specPath, '--review-plans', '--script', agents(repo, [], slow));
    const plan = stateOf(repo).phases[0]?.planPath ?? '';
    repo.write(`repo/${plan}`, '### Task 1: Add a door\n\n### Task 2: Add a roof\n');
    const people = [person('Plan', 'revise', { nth: 1 }), person('Plan', 'yes'), ...goesOn];
    agents(repo, [executing(['1', '2'], {}, { item: '1', prompt: 'Add a roof[^]*TASKS: 1-2' })], people);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).history[0]).toMatchObject({ tasksCompleted: 2 });
  });

  test('who edits while the session rests loses no edit', async () => {
    const repo = repositoryWithSpec();
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
    repo.write('repo/README.md', 'mine\n');
    repo.write('repo/new.txt', 'mine\n');
    commit(repo, 'README.md');
    agents(repo, [], goesOn);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual([phases[0], 'Mine', phases[1]]);
    expect(repo.git('show', 'HEAD:new.txt')).toBe('mine');
  });
});

describe('at the same time', () => {
  test('a second command of the same spec, and a task, are refused; the first one finishes', async () => {
    const repo = repositoryWithSpec();
    const steps = [{ write: { path: 'src/core.js', text: 'export {};\n' } }, { sleep: 4_000 }];
    const script = agents(repo, [executing(['1'], { steps }, { item: '1' })], goesOn);
    const running = repo.start(['autopilot', specPath, '--script', script]);
    await until(() => existsSync(join(repo.path, 'src/core.js')) || undefined);
    const second = await repo.run('autopilot', specPath, '--script', script);
    const task = await repo.run(
      'task',
      'Add a door',
      '--mode',
      'single',
      '--model-config',
      'balanced',
      '--script',
      script,
    );
    expect(second.exitCode, `${second.stdout}${second.stderr}`).not.toBe(0);
    expect(task.exitCode, `${task.stdout}${task.stderr}`).not.toBe(0);
    expect(second.stderr).toMatch(/try: harness|is running|owned/i);
    const done = await running.finished;
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(phases);
    expect((await repo.json<{ runs: object[] }>('runs')).runs).toHaveLength(1);
  });

  test('two commands that start together are one session', async () => {
    const repo = repositoryWithSpec();
    const script = agents(repo, [planning(undefined, {}, {})], goesOn);
    const started = [1, 2].map(() => repo.start(['autopilot', specPath, '--script', script]).finished);
    const codes = (await Promise.all(started)).map(({ exitCode }) => exitCode);
    expect(codes).toContain(0);
    expect(subjects(repo)).toEqual(phases);
    expect((await repo.json<{ runs: object[] }>('runs')).runs).toHaveLength(1);
  });

  test('a session of another spec may follow one that rests without uncommitted work', async () => {
    const repo = repositoryWithSpec({ files: { 'docs/other.md': specText.replaceAll('Core', 'Walls') } });
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
    const named = (n: string) =>
      executing(
        ['1'],
        { steps: [{ write: { path: `src/other-${n}.js`, text: '1' } }] },
        { item: n, prompt: 'docs/other.md' },
      );
    const script = agents(repo, [named('1'), named('2')], goesOn);
    const other = await repo.run('autopilot', 'docs/other.md', '--script', script);
    expect(other, `${other.stdout}${other.stderr}`).toMatchObject({ exitCode: 0 });
    const done = await repo.run('autopilot', specPath, '--script', script);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual([phases[0], '[autopilot] Phase 1: Walls', phases[1], phases[1]]);
  });
});

describe('a forge', () => {
  test('A-84 that refuses is named, and the question is asked again: nothing is lost', async () => {
    const repo = repositoryWithSpec({ config: { forge: { kind: 'github' } } });
    const people = [person('Next phase', 'yes'), person('PR', 'yes', { nth: 1 }), person('PR', 'no')];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>(
      'show',
      await repo.newest(),
    );
    const asked = questions.filter(({ header }) => header === 'PR').map(({ question }) => question);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('no remote');
    expect(stateOf(repo).currentState).toBe('DONE');
  });
});
