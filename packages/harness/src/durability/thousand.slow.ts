import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { launcher, type Repository, repository } from '../testing/command.ts';
import { damageSilently, sampleJournals, writeJournal } from '../testing/journals.ts';

interface Listed {
  readonly runs: readonly { readonly id: string; readonly status: string; readonly startedAt: string }[];
}

/** 998 completed runs, one waiting and one parked, all with summaries. Then damages a completed one, which shows only if its journal is read. */
async function thousandRuns(): Promise<Repository> {
  const repo = repository();
  const atMs = Date.UTC(2025, 0, 1);
  for (let n = 0; n < 998; n++)
    writeJournal(repo.journal(`old-${n}`), sampleJournals.done(atMs + n * 1_000, `Task ${n}`));
  writeJournal(repo.journal('asks'), sampleJournals.waiting(atMs + 2_000_000, 'Which one?'));
  writeJournal(repo.journal('left'), sampleJournals.parked(atMs + 3_000_000, 'Left alone'));
  await repo.run('runs');
  damageSilently(repo.journal('old-7'));
  return repo;
}

const damage = /damaged|unreadable/;

describe('1,000 runs in one repository', () => {
  test('are listed newest first with their status, and only unfinished journals are read', async () => {
    const repo = await thousandRuns();
    const { runs } = await repo.json<Listed>('runs');
    expect(runs).toHaveLength(1_000);
    expect(runs.slice(0, 3).map(({ id }) => id)).toEqual(['left', 'asks', 'old-997']);
    expect(runs.map(({ startedAt }) => startedAt)).toEqual(
      runs
        .map(({ startedAt }) => startedAt)
        .sort()
        .reverse(),
    );
    expect(runs.filter(({ status }) => status === 'done')).toHaveLength(998);
    const { stdout } = await repo.run('runs');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1_000);
  });

  test('do not hide open questions: questions, the bare command, answer and resume find them without reading finished journals', async () => {
    const repo = await thousandRuns();
    const { questions } = await repo.json<{ questions: { id: string }[] }>('questions');
    expect(questions).toMatchObject([{ id: 'asks.0.answer', run: 'asks' }]);
    const here = await repo.run('--json');
    expect(JSON.parse(here.stdout)).toMatchObject({ next: 'harness answer asks.0.answer "one more pass"' });
    expect(await repo.run('answer', 'asks', 'stop')).toMatchObject({ exitCode: 0 });
    expect(await repo.json('questions')).toEqual({ version: 1, questions: [] });
    expect(await repo.run('answer', 'asks.0.answer', 'stop')).toMatchObject({ exitCode: 1 });
    const several = await repo.run('resume');
    expect(several).toMatchObject({ exitCode: 2 });
    expect(several.stderr).toContain('left, asks');
    expect(here.stdout + here.stderr + several.stderr).not.toMatch(damage);
  });

  test('are printed completely to a slow reader', async () => {
    const repo = await thousandRuns();
    for (const args of [['runs', '--json'], ['runs', '--all', '--json'], ['--json']]) {
      const child = spawn(process.execPath, [launcher, ...args], {
        cwd: repo.path,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await delay(300); // by now the pipe is full
      let read = '';
      for await (const chunk of child.stdout) read += String(chunk);
      expect((JSON.parse(read) as Listed).runs).toHaveLength(1_000);
    }
  });

  test('are listed correctly after one of them changes', async () => {
    const repo = await thousandRuns();
    writeJournal(repo.journal('old-8'), sampleJournals.waiting(1, 'Which?'));
    writeJournal(repo.journal('old-9'), sampleJournals.done(1, 'A longer title'));
    const { runs } = await repo.json<Listed>('runs');
    const by = (id: string) => runs.find((run) => run.id === id);
    expect(by('old-8')).toMatchObject({ status: 'waiting', title: 'Which?' });
    expect(by('old-9')).toMatchObject({ status: 'done', title: 'A longer title' });
  });

  test('with one damaged journal: it is listed as failed, and show names it', async () => {
    const repo = await thousandRuns();
    const path = repo.journal('old-10');
    writeJournal(path, [...sampleJournals.parked(1, 'x'), ...sampleJournals.done(2, 'y')]);
    const text = readFileSync(path, 'utf8');
    repo.write('repo/.harness/runs/old-10/journal.jsonl', text.replace('"started"', '"STARTED"'));
    const { runs } = await repo.json<Listed>('runs');
    expect(runs.find(({ id }) => id === 'old-10')).toMatchObject({ status: 'failed' });
    const shown = await repo.run('show', 'old-10');
    expect(shown).toMatchObject({ exitCode: 1 });
    expect(shown.stderr).toMatch(/journal\.jsonl.*line 1/s);
    expect(await repo.run('questions')).toMatchObject({ exitCode: 0 });
  });
});
