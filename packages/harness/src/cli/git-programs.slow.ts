/** Attacks the promise that git runs no program of the user's configuration on files of an agent. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const started = ({ path }: Repository) => existsSync(join(path, '..', 'started'));

/** As `python3 -m nbstripout`: the program is trustworthy, but it loads a module from the working folder. */
const loader = 'if [ -f ./nbstripout.sh ]; then sh ./nbstripout.sh; fi; cat';
const module = (repo: Repository) => `touch ${join(repo.path, '..', 'started')}\n`;

async function converge(repo: Repository, files: Readonly<Record<string, string>>, env = {}) {
  const steps = Object.entries({ 'work.txt': 'x\n', ...files }).map(([path, text]) => ({ write: { path, text } }));
  const answers = [implementerAnswer({ steps }), reviewerAnswer()];
  return repo.start(['converge', 'Do it', '--check', 'true', '--script', script(repo, answers)], env).finished;
}

test.each([
  ['a clean filter', ['filter.nb.clean'], '*.txt filter=nb\n'],
  ['a required clean filter', ['filter.nb.clean', 'filter.nb.required'], '*.txt filter=nb\n'],
  ['a filter process', ['filter.nb.process'], '*.txt filter=nb\n'],
  ['a merge driver', ['merge.nb.driver'], '*.txt merge=nb\n'],
  ['a text conversion', ['diff.nb.textconv'], '*.txt diff=nb\n'],
  ['a diff program', ['diff.nb.command'], '*.txt diff=nb\n'],
])('%s of the user that the attributes of an agent name does not run in a converge', async (_, names, attributes) => {
  const repo = repository();
  for (const name of names) repo.git('config', name, name.endsWith('required') ? 'true' : loader);
  const files = { '.gitattributes': attributes, 'nbstripout.sh': module(repo), 'README.md': 'hi\n' };
  const { stdout, stderr } = await converge(repo, files);
  expect([started(repo), stdout + stderr]).toEqual([false, expect.stringContaining('harness/do-it')]);
});

test('a filter that the repository uses does not run, and a warning says so', async () => {
  const repo = repository();
  repo.write('repo/.gitattributes', '*.md filter=nb\n*.txt filter=nb\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Attributes');
  repo.git('config', 'filter.nb.clean', loader);
  const done = await converge(repo, { 'nbstripout.sh': module(repo) });
  expect([done.exitCode, started(repo)], done.stdout + done.stderr).toEqual([0, false]);
  expect(done.stdout + done.stderr).toContain(
    'README.md passes through the git filter "nb", which harness does not run',
  );
});

test('a required filter that the repository uses is refused before the first call, unless the user works without it', async () => {
  const repo = repository();
  repo.write('repo/.gitattributes', '*.md filter=nb\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Attributes');
  repo.git('config', 'filter.nb.clean', loader);
  repo.git('config', 'filter.nb.required', 'true');
  const refused = await converge(repo, { 'nbstripout.sh': module(repo) });
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^README\.md passes through the git filter "nb"\..*\n {2}try: git config harness\.filters off\n$/,
    ),
  ]);
  expect(await repo.json('runs')).toMatchObject({ runs: [] });
  repo.git('config', 'harness.filters', 'off');
  const done = await converge(repo, { 'nbstripout.sh': module(repo) });
  expect([done.exitCode, started(repo)], done.stdout + done.stderr).not.toEqual([2, true]);
  expect(started(repo)).toBe(false);
});

test('a program named git or bwrap in a folder of the repository on PATH does not run', async () => {
  const repo = repository();
  const bin = join(repo.path, 'node_modules/.bin');
  for (const name of ['git', 'bwrap', 'sh', 'mkfifo', 'perl']) {
    repo.write(`repo/node_modules/.bin/${name}`, `#!/bin/sh\n${module(repo)}`);
    chmodSync(join(bin, name), 0o755);
  }
  repo.write('repo/.gitignore', 'node_modules\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Ignore');
  const { stdout, stderr } = await converge(repo, {}, { PATH: `${bin}:${process.env['PATH']}` });
  expect([started(repo), stdout + stderr]).toEqual([false, expect.stringContaining('harness/do-it')]);
});
