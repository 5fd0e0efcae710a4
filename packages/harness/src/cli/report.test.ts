import { writeFileSync } from 'node:fs';
import type { MorningReport } from '@harness/core/views/report/report';
import { describe, expect, test } from 'vitest';
import { lines, repository } from '../testing/command.ts';
import { damageSilently, sampleJournals, writeJournal } from '../testing/journals.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const hour = 3_600_000;

describe('D-01 D-55 in the morning', () => {
  test('a report lists landed work, open questions and cost, with commands that work', {
    timeout: 60_000,
  }, async () => {
    const repo = repository();
    const good = script(repo, [implementerAnswer(), reviewerAnswer()]);
    await repo.run('converge', 'add a greeting', '--check', 'true', '--script', good);
    const red = repo.write(
      'red.yaml',
      JSON.stringify({ version: 1, answers: [implementerAnswer(), reviewerAnswer()] }),
    );
    await repo.run('converge', 'break it', '--check', 'false', '--passes', '1', '--script', red);

    const report = await repo.json<MorningReport & { version: number }>('report');
    expect(report).toMatchObject({
      version: 1,
      landed: [{ title: 'add a greeting', how: 'committed', branch: 'harness/add-a-greeting' }],
      needsYou: [{ is: 'question', title: 'break it' }],
      parked: [{ status: 'waiting', owner: 'you' }],
      cost: { paidUsd: 0, rehearsedUsd: 0.03, byProvider: [{ provider: 'scripted' }] },
      meanwhile: { runs: 2, calls: 3, passes: 2, checks: { green: 1, red: 1 } },
      damaged: [],
    });
    expect(repo.git('show', '--no-patch', '--format=%s', report.landed[0]?.sha ?? '')).toBe('add a greeting');

    const { stdout, exitCode } = await repo.run('report', '--since', 'yesterday');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('1 landed · 1 needs you · $0.03 rehearsed');
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('harness answer'))).toEqual([]);
    const [, id = ''] = /harness answer (\S+) "stop"/.exec(stdout) ?? [];
    expect((await repo.run('answer', id, 'stop')).exitCode).toBe(0);

    const { stdout: markdown } = await repo.run('report', '--markdown', '--lang', 'ko');
    expect(markdown).toMatch(/^\*\*.*부터 \(24 h\)\*\* {2}\n완료 1건/);
    expect(markdown).toContain('- 보기: `git show ');
  });
});

describe('the report', () => {
  test('of a repository without runs is one sentence', async () => {
    const { stdout, exitCode } = await repository().run('report');
    expect([stdout.trimEnd().split('\n').length, exitCode]).toEqual([1, 0]);
    expect(stdout).toMatch(/^Nothing happened since .* UTC \(24 h\), and nothing needs you\.\n$/);
  });

  test('opens no journal of a run that ended earlier, and lists a damaged one', async () => {
    const repo = repository();
    writeJournal(repo.journal('old'), sampleJournals.done(Date.now() - 48 * hour, 'Long ago'));
    writeJournal(repo.journal('new'), sampleJournals.done(Date.now() - 2 * hour, 'Last night'));
    await repo.run('runs'); // writes their summaries
    damageSilently(repo.journal('old'));
    expect(await repo.json('report')).toMatchObject({ landed: [{ run: 'new', how: 'done' }], damaged: [] });

    writeJournal(repo.journal('odd'), sampleJournals.waiting(Date.now() - hour, 'Odd'));
    writeFileSync(repo.journal('odd'), `x${lines(repo.journal('odd')).join('\n')}\n`);
    const { stdout, exitCode } = await repo.run('report');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('1 landed · 1 unreadable');
    expect(stdout).toMatch(/Unreadable\n {2}✗ odd\n.*journal\.jsonl/s);
  });

  test.each([['--since', 'soon'], ['--since', '2999-01-01'], ['some-run'], ['--json', '--markdown']])(
    'is refused with examples for %s %s',
    async (...args) => {
      const { exitCode, stdout, stderr } = await repository().run('report', ...args);
      expect([exitCode, `${stdout}${stderr}`]).toEqual([2, expect.stringMatching(/12h.*yesterday|--proof|choose one/)]);
    },
  );
});
