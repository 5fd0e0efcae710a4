import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from '../testing/command.ts';
import { converge, countNotificationNotes, readNotifications, repositoryWithNotify } from '../testing/notified.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

describe('MO-02 notify', () => {
  test('is called once when a run is done, as `<kind> <message> <folder>`', async () => {
    const repo = repositoryWithNotify();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    expect((await converge(repo, 'add $(touch owned)', '--script', agents)).exitCode).toBe(0);
    const run = await repo.newest();
    expect(readNotifications(repo)).toEqual([['done', `Done: add $(touch owned). harness show ${run}`, repo.path]]);
    expect(existsSync(join(repo.path, 'owned'))).toBe(false);
    const journal = lines(repo.journal(run));
    expect(journal.at(-2)).toContain('"news.told"');
    expect(journal.at(-1)).toContain('"ended"');
  });

  test('is called for a question, and not again when the run is resumed', { timeout: 60_000 }, async () => {
    const repo = repositoryWithNotify();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('- [high] work.txt:1: it is wrong')]);
    expect((await converge(repo, 'ask me', '--passes', '1', '--script', agents)).exitCode).toBe(8);
    const run = await repo.newest();
    expect(readNotifications(repo)).toMatchObject([
      [
        'question',
        expect.stringMatching(/^Question: ask me\. Passes: .*\? harness answer \S+ "one more pass"$/),
        repo.path,
      ],
    ]);
    expect((await repo.run('resume', run)).exitCode).toBe(8);
    expect([readNotifications(repo).length, countNotificationNotes(repo, run)]).toEqual([1, 1]);

    const [, id = ''] = /harness answer (\S+)/.exec(readNotifications(repo)[0]?.[1] ?? '') ?? [];
    await repo.run('answer', id, 'stop');
    expect((await repo.run('resume', run)).exitCode).toBe(5);
    expect(readNotifications(repo).map(([kind]) => kind)).toEqual(['question', 'blocked']);
  });
});
