/** Tests a release gate beside runs and other gates: its clean room is neither removed nor shared. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const completed =
  '---\nid: "0001"\ntitle: Plan\nphase: one\nstatus: completed\nestimated_passes: 1\nacceptance_tags: ["login"]\n---\nbody\n';

/** A product whose test writes files for two seconds, and needs all of them at the end. */
function product(): Repository {
  const repo = repository();
  const steps = Array.from({ length: 10 }, (_, n) => `touch part-${n}; sleep 0.2`);
  const parts = Array.from({ length: 10 }, (_, n) => `test -e part-${n}`);
  repo.write('repo/test/slow.sh', `set -e\nmkdir mine\n${steps.join('\n')}\n${parts.join('\n')}\ntest -e README.md\n`);
  repo.write('repo/docs/product.md', '# A product\n');
  repo.write(
    'repo/docs/product.acceptance.md',
    '## Release criteria\n- `login` "Log in"\n  - Tested by: `test/slow.sh`, `sh test/slow.sh`\n',
  );
  repo.write('repo/docs/exec-plans/completed/0001-a.md', completed);
  repo.write('repo/harness.config.json', JSON.stringify({ releaseGate: { specPath: 'docs/product.md' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Product');
  return repo;
}

const roomsOf = ({ path }: Repository): readonly string[] => {
  const folder = join(path, '../cache/harness/rooms');
  const [repo] = existsSync(folder) ? readdirSync(folder) : [];
  return repo === undefined ? [] : readdirSync(join(folder, repo));
};

/** Number of files that the test of the product has written, in all rooms. */
function partsIn({ path }: Repository): number {
  const folder = join(path, '../cache/harness/rooms');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return files.filter((name) => name.includes('part-')).length;
}

test('DO-18 a run that starts and ends during a gate leaves its clean room alone, and removes it afterwards', async () => {
  const repo = product();
  const gate = repo.start(['release-gate']);
  await until(() => (roomsOf(repo).length > 0 ? true : undefined));
  const converge = () =>
    repo.run('converge', 'Work', '--check', 'true', '--script', script(repo, [implementerAnswer(), reviewerAnswer()]));
  expect(await converge()).toMatchObject({ exitCode: 0 });
  const judged = await gate.finished;
  expect(judged, judged.stdout).toMatchObject({ exitCode: 0 });
  expect(await converge()).toMatchObject({ exitCode: 0 });
  expect(roomsOf(repo)).toEqual([]);
});

test('DO-18 two gates at the same time have their own rooms', async () => {
  const repo = product();
  const first = repo.start(['release-gate']);
  await until(() => (partsIn(repo) > 1 ? true : undefined));
  const gates = [first, repo.start(['release-gate'])];
  for (const judged of await Promise.all(gates.map(({ finished }) => finished)))
    expect(judged, judged.stdout).toMatchObject({ exitCode: 0 });
  const killed = repo.start(['release-gate']);
  await until(() => (roomsOf(repo).length > 0 ? true : undefined));
  killed.child.kill('SIGKILL');
  await killed.finished;
  expect(await repo.run('release-gate')).toMatchObject({ exitCode: 0 });
});
