/** Attacks on the checks of `harness converge` by files that no diff shows, through the real command. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { isFooledByFolder, plantedFiles, writeRedProduct } from '../../testing/planted-files.ts';
import { implementerAnswer, reviewerAnswer, script } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';

const stop = [{ when: {}, choose: 'stop' }];
const allow = [{ when: { header: 'Tests' }, choose: 'Allow' }, ...stop];

const converge = (repo: Repository, steps: readonly object[], checks: readonly string[], people: typeof stop) =>
  repo.run(
    'converge',
    'Attack',
    ...checks.flatMap((check) => ['--check', check]),
    ...['--passes', '1', '--sandbox', 'required'],
    ...['--script', script(repo, [implementerAnswer({ steps }), reviewerAnswer()], people)],
  );

const write = (path: string, text: string) => ({ write: { path, text } });
const work = write('work.txt', 'x\n');

function redProduct(): Repository {
  const repo = repository();
  writeRedProduct(repo);
  return repo;
}

const roomsOf = (repo: Repository): readonly string[] => {
  const folder = join(repo.path, '../cache/harness/rooms');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [];
};

describeBoxed('a check that an agent tries to fool', () => {
  test.each(plantedFiles.map((row) => [row.name, row] as const))('%s: it stays red', async (_, row) => {
    const repo = redProduct();
    expect(isFooledByFolder(repo, row)).toBe(true);
    const done = await converge(repo, [work, { run: row.plant, raw: true }], [row.check], allow as typeof stop);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 5 });
    const { checks } = await repo.json<Shown>('show', await repo.newest());
    expect(checks.map(({ green }) => green)).toEqual([false]);
    expect(roomsOf(repo)).toEqual([]);
  });

  test('the same checks are green if the product is right', async () => {
    const repo = redProduct();
    const right = [
      ...[write('product.js', 'module.exports = 2;\n'), write('product.py', 'value = 2\n')],
      ...[write('late.js', '\n'), write('.gitignore', 'node_modules\ndist\n'), write('ignored/part/index.js', '\n')],
    ];
    const checks = plantedFiles.map(({ check }) => check);
    const done = await converge(repo, [work, ...right], checks, allow as typeof stop);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });

  test('an earlier check that runs code of the agent cannot plant files for the next one', async () => {
    const repo = redProduct();
    const plant = plantedFiles.slice(0, 4).map((row) => row.plant);
    const steps = [work, { run: `cat > plant.sh <<'END'\n${plant.join('\n')}\nEND`, raw: true }];
    const done = await converge(
      repo,
      steps,
      ['sh ./plant.sh', 'npm test --silent', 'node --test'],
      allow as typeof stop,
    );
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 5 });
    const { checks } = await repo.json<Shown>('show', await repo.newest());
    expect(checks.map(({ green }) => green)).toEqual([true, false, false]);
  });

  test('a test that rewrites the product when it exits changes neither the commit nor the lane', async () => {
    const repo = repository();
    const code = "require('fs').writeFileSync(__dirname + '/work.txt', 'wrong'); console.log('1..1\\nok 1');";
    const steps = [work, write('rewrite.js', `${code}\n`)];
    const done = await converge(repo, steps, ['node rewrite.js', 'grep -q x work.txt'], allow as typeof stop);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'harness/attack:work.txt')).toBe('x');
  });
});

const twoPasses = (repo: Repository, check: string, first: readonly object[], then: readonly object[]) => {
  const answers = [implementerAnswer({ steps: first, times: 1 }), implementerAnswer({ steps: then }), reviewerAnswer()];
  const words = ['--check', check, '--passes', '2', '--sandbox', 'required'];
  return repo.run('converge', 'Attack', ...words, '--script', script(repo, answers, allow as typeof stop));
};

describeBoxed('a commit with hostile files', () => {
  test('a link in the place of a package: the folder of the user behind it keeps its files', async () => {
    const repo = repository();
    for (const path of ['repo/packages/a/index.js', 'repo/.gitignore']) repo.write(path, 'node_modules\n');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message', 'Add a package');
    repo.write('repo/packages/a/node_modules/x/index.js', '1');
    const mine = repo.write('other/node_modules/mine.txt', 'mine');
    const link = [{ delete: 'packages/a' }, { link: { path: 'packages/a', to: join(repo.path, '../other') } }];
    const done = await twoPasses(repo, 'test -f ok.txt', [work], [...link, write('ok.txt', '1')]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(existsSync(mine)).toBe(true);
  });

  test('a lock file that is a link to a file without end: the check runs', async () => {
    const link = { link: { path: 'package-lock.json', to: '/dev/zero' } };
    const done = await converge(repository(), [work, link], ['true'], allow as typeof stop);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });

  test('packages that the native build of an earlier commit planted are not used', async () => {
    const repo = repository();
    const name = { name: 'p', version: '1.0.0' };
    const lock = { ...name, lockfileVersion: 3, requires: true, packages: { '': name } };
    repo.write('repo/.gitignore', 'node_modules\n');
    repo.write('repo/package.json', JSON.stringify(name));
    repo.write('repo/package-lock.json', JSON.stringify(lock));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message', 'Add a lock file');
    const plant = '<!(mkdir -p node_modules/.bin && touch node_modules/.bin/planted && echo 1)';
    const build = JSON.stringify({ targets: [{ target_name: 'x', type: 'none', variables: { v: plant } }] });
    const first = [
      write('binding.gyp', build),
      write('first', '1'),
      write('package-lock.json', JSON.stringify(lock, null, 2)),
    ];
    const check = 'test ! -e first && test ! -e node_modules/.bin/planted';
    const done = await twoPasses(repo, check, first, [{ delete: 'binding.gyp' }, { delete: 'first' }]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });
});

describe('a run', () => {
  test('removes its room when it ends, and that of a run that was killed at the next start', async () => {
    const repo = repository();
    const killed = repo.start([
      ...['converge', 'Killed', '--check', 'touch began; sleep 60', '--passes', '1'],
      ...['--script', script(repo, [implementerAnswer(), reviewerAnswer()])],
    ]);
    const began = () => (roomsOf(repo).length > 0 ? true : undefined);
    for (let n = 0; n < 600 && !began(); n++) await new Promise((resolve) => setTimeout(resolve, 50));
    killed.child.kill('SIGKILL');
    await killed.finished;
    expect(roomsOf(repo)).toHaveLength(1);
    const id = await repo.newest();
    expect((await repo.run('stop', id)).exitCode).toBe(0);
    expect(roomsOf(repo)).toEqual([]);
  });
});
