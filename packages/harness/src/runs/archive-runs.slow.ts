import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Shown {
  readonly id: string;
  readonly checks: readonly { readonly log: string }[];
}

const keeping = (repo: Repository, keepRuns: number) =>
  repo.write('repo/harness.config.json', JSON.stringify({ store: { kind: 'jsonl', keepRuns } }));
const converge = (repo: Repository, title: string) => [
  'converge',
  title,
  '--check',
  'echo checked',
  '--script',
  script(repo, [implementerAnswer(), reviewerAnswer()]),
];
const foldersIn = (repo: Repository, place: string) => {
  const path = join(repo.path, '.harness', place);
  return existsSync(path) ? readdirSync(path).sort() : [];
};

test('a new run archives older ones: every command prints them as before, with correct paths', async () => {
  const repo = repository();
  keeping(repo, 1);
  await repo.run(...converge(repo, 'One'));
  const one = await repo.newest();
  await repo.run(...converge(repo, 'Two'));
  const logs = await repo.json('logs', one);
  const { runs: before } = await repo.json<{ runs: object[] }>('runs');
  await repo.run(...converge(repo, 'Three'));
  expect(foldersIn(repo, 'archive')).toEqual([one]);
  expect(foldersIn(repo, 'runs')).toHaveLength(2);
  const { runs } = await repo.json<{ runs: object[] }>('runs');
  expect(runs.slice(1)).toEqual(before);
  expect(await repo.json('logs', one)).toEqual(logs);
  const shown = await repo.json<Shown>('show', one.slice(0, -2));
  expect(shown.id).toBe(one);
  expect(shown.checks[0]?.log).toMatch(/^\.harness\/archive\//);
  for (const { log } of shown.checks) expect(existsSync(join(repo.path, log))).toBe(true);
  expect((await repo.run('show', one)).stdout).toContain(`.harness/archive/${one}/`);
  expect(await repo.run('resume', one)).toMatchObject({ exitCode: 1 });
});

test('unfinished and unreadable runs stay', async () => {
  const repo = repository();
  keeping(repo, 0);
  writeJournal(repo.journal('asks'), sampleJournals.waiting(1, 'Which?'));
  writeJournal(repo.journal('done'), sampleJournals.done(2, 'Done'));
  repo.write('repo/.harness/runs/lost/journal.jsonl', 'no line of ours\nand another\n');
  const { exitCode } = await repo.run(...converge(repo, 'New'));
  expect(exitCode).toBe(0);
  expect(foldersIn(repo, 'archive')).toEqual(['done']);
  expect(foldersIn(repo, 'runs')).toEqual(expect.arrayContaining(['asks', 'lost']));
});

test('a thousand runs stay by default', async () => {
  const repo = repository();
  for (let n = 0; n < 1_002; n++) writeJournal(repo.journal(`old-${n}`), sampleJournals.done(n, `Task ${n}`));
  await repo.run(...converge(repo, 'New'));
  expect(foldersIn(repo, 'archive')).toEqual(['old-0', 'old-1']);
});

test('a process killed while archiving leaves each run complete in one of the two places, and the next run continues', async () => {
  const repo = repository();
  keeping(repo, 0);
  const all = Array.from({ length: 400 }, (_, n) => `old-${n}`);
  for (const [n, run] of all.entries()) writeJournal(repo.journal(run), sampleJournals.done(n, run));
  const { child, finished } = repo.start(converge(repo, 'New'));
  await until(() => (foldersIn(repo, 'archive').length > 3 ? true : undefined));
  child.kill('SIGKILL');
  await finished;
  const [runs, archive] = [foldersIn(repo, 'runs'), foldersIn(repo, 'archive')];
  expect(archive.length).toBeLessThan(all.length);
  expect([...runs, ...archive].filter((run) => run.startsWith('old-')).sort()).toEqual([...all].sort());
  for (const [place, names] of Object.entries({ runs, archive }))
    for (const name of names) expect(readdirSync(join(repo.path, '.harness', place, name))).toContain('journal.jsonl');
  expect((await repo.json<{ runs: object[] }>('runs')).runs).toHaveLength(all.length);
  await repo.run(...converge(repo, 'Next'));
  expect(foldersIn(repo, 'archive')).toEqual([...all].sort());
});

test('two runs that start at once archive the same runs, and none is lost', async () => {
  const repo = repository();
  keeping(repo, 0);
  const all = Array.from({ length: 60 }, (_, n) => `old-${n}`);
  for (const [n, run] of all.entries()) writeJournal(repo.journal(run), sampleJournals.done(n, run));
  const both = await Promise.all(['One', 'Two'].map((title) => repo.run(...converge(repo, title))));
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  await repo.run(...converge(repo, 'Three'));
  expect(foldersIn(repo, 'archive').filter((run) => run.startsWith('old-'))).toEqual([...all].sort());
});
