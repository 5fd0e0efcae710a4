/** Kills the process at every step of a proof: the resumed run has the same verdict, and leaves no clean room behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const testOf = (name: string, result: number) =>
  `const { test } = require('node:test');\ntest('${name}', () => { require('assert').equal(require('./${name}.js')(), ${result}); });\n`;
const steps = [
  { write: { path: 'two.js', text: 'module.exports = () => 1 + 1;\n' } },
  { write: { path: 'two.test.js', text: testOf('two', 2) } },
];
const proving = { HARNESS_TRUST_WITNESS: 'ask' };

function createRepository(): Repository {
  const repo = repository();
  repo.write('repo/one.js', 'module.exports = () => 1;\n');
  repo.write('repo/one.test.js', testOf('one', 1));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=One');
  return repo;
}

/** Lines in the journal of the proof; 0 before it starts. */
function linesOfProof(repo: Repository): number {
  const runs = join(repo.path, '.harness/runs');
  const child = existsSync(runs) ? readdirSync(runs).find((name) => name.endsWith('.proof')) : undefined;
  const journal = join(runs, child ?? '', 'journal.jsonl');
  return child === undefined || !existsSync(journal) ? 0 : readFileSync(journal, 'utf8').split('\n').length - 1;
}

const roomsOf = (repo: Repository): readonly string[] => {
  const folder = join(repo.path, '../cache/harness/rooms');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [];
};

test.each([1, 3, 6, 9, 12, 16, 20])('killed when its journal has %i lines', async (lines) => {
  const repo = createRepository();
  const agents = script(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
  const started = repo.start(['converge', 'Two', '--check', 'node --test', '--script', agents], proving);
  const isOver = started.finished.then(() => true);
  await Promise.race([isOver, until(() => (linesOfProof(repo) >= lines ? true : undefined))]);
  started.child.kill('SIGKILL');
  await started.finished;
  const run = await repo.newest();
  const resumed = await repo.start(['resume', run], proving).finished;
  const { proofs, commits } = await repo.json<{ proofs: readonly object[]; commits: readonly object[] }>('show', run);
  expect(proofs, `${resumed.stdout}${resumed.stderr}`).toMatchObject([{ verdict: 'witnessed', witnesses: ['two'] }]);
  expect(commits).toHaveLength(1);
  expect(roomsOf(repo)).toEqual([]);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});
