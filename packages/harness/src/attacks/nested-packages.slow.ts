/** Packages below the root that an agent wrote, or moved into place: no later check of any workflow uses them. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { generating, personAnswer, rightSum, type TaskRepository, taskRepository } from '../testing/command-task.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import type { Shown } from '../testing/shown.ts';

const check = 'node packages/a/check.cjs';
const lying = 'module.exports = () => true;\n';
const ownCheck =
  "import(process.cwd() + '/sum.js').then(({ sum }) => process.exit(require('right')(sum(1, 2)) ? 0 : 1));\n";

/** A product that is wrong, whose check uses a package of a workspace. The user has another, older folder aside. */
function workspace(): TaskRepository {
  const repo = taskRepository({ test: check });
  repo.write('repo/.gitignore', 'node_modules\nattic\n');
  repo.write('repo/package.json', JSON.stringify({ name: 'm', type: 'module', workspaces: ['packages/*'] }));
  repo.write('repo/packages/a/package.json', JSON.stringify({ name: '@m/a', version: '1.0.0', type: 'module' }));
  repo.write('repo/packages/a/check.cjs', ownCheck);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A workspace');
  repo.write('repo/node_modules/other/index.js', '');
  repo.write('repo/packages/a/node_modules/right/index.js', 'module.exports = (value) => value === 3;\n');
  repo.write('repo/attic/node_modules/right/index.js', lying);
  repo.write('repo/attic/package.json', JSON.stringify({ name: '@m/a', version: '1.0.0', type: 'module' }));
  repo.write('repo/attic/check.cjs', ownCheck);
  return repo;
}

/** Commands that an agent runs in each of its attempts. */
const plants: readonly (readonly [string, string])[] = [
  ['written', 'echo "module.exports = () => true;" > packages/a/node_modules/right/index.js'],
  ['replaced by an older folder', once('rm -r packages/a/node_modules; mv attic/node_modules packages/a/')],
  ['with an older package', once('cd packages/a/node_modules; rm -r right; mv ../../../attic/node_modules/right .')],
  ['in an older folder around them', once('mv packages/a packages/old; mv attic packages/a; rm -r packages/old')],
  [
    'in a folder around them',
    'mkdir -p packages/node_modules; cp -r attic/node_modules packages/; rm -rf packages/a/node_modules',
  ],
  ['behind a link', 'cd packages/a/node_modules; rm -r right; ln -s ../../../attic/node_modules/right right'],
];

function once(command: string): string {
  return `test ! -d attic/node_modules/right || { ${command}; }`;
}

const isFooled = ({ path }: TaskRepository): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', check], { cwd: path, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe.each(plants)('packages of a workspace, %s', (_, plant) => {
  test('by an agent of a task make neither its own check nor one of a later run green', async () => {
    const repo = workspace();
    const plants = [{ run: plant, raw: true }];
    const stuck = await repo.task({ answers: [generating('export const sum = () => 0;\n', { steps: plants })] });
    expect(stuck.exitCode, stuck.stdout).toBe(8);
    expect(stuck.stdout).toContain('Verify (Layer 1) FAIL');
    expect(isFooled(repo)).toBe(true);
    repo.git('stash', '--quiet', '--include-untracked');
    repo.git('switch', '--quiet', 'main');
    expect(isFooled(repo)).toBe(true);
    const answers = [implementerAnswer(), reviewerAnswer()];
    const agents = script(repo, answers, [{ when: {}, choose: 'stop' }]);
    const later = await repo.run('converge', 'Later', '--check', check, '--passes', '1', '--script', agents);
    expect(later, `${later.stdout}${later.stderr}`).toMatchObject({ exitCode: 5 });
    const { checks } = await repo.json<Shown>('show', await repo.newest());
    expect(checks.map(({ green }) => green)).toEqual([false]);
  });
});

test('packages of a workspace that no agent wrote are used', async () => {
  const repo = workspace();
  const done = await repo.task({
    answers: [generating(rightSum)],
    people: [personAnswer('Commit', 'Commit code only')],
  });
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(0);
});
