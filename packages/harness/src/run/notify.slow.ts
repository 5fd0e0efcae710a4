/** Every kind of notification through the command; `notify.test.ts` has the two most important. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { converge, countNotificationNotes, readNotifications, repositoryWithNotify } from '../testing/notified.ts';
import { failureAnswer, implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

describe('MO-02 notify', () => {
  test('is not called for a question that the script answers', async () => {
    const repo = repositoryWithNotify();
    const people = [{ when: { header: 'Passes' }, choose: 'stop' }];
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('- [high] work.txt:1: it is wrong')], people);
    await converge(repo, 'ask a script', '--passes', '1', '--script', agents);
    expect(readNotifications(repo).map(([kind]) => kind)).toEqual(['blocked']);
  });

  test('is called when a rate limit parks a run, and when a cap stops one', { timeout: 60_000 }, async () => {
    const repo = repositoryWithNotify({ budget: { capTokens: 1 } });
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    expect((await converge(repo, 'too dear', '--script', agents)).exitCode).toBe(6);
    expect(readNotifications(repo)).toMatchObject([
      ['cap', expect.stringContaining('Stopped at its cap: too dear. The '), repo.path],
    ]);

    const other = repositoryWithNotify();
    const limited = script(other, [failureAnswer('rate_limit', 9, { retryAfterMs: 3_600_000 }), reviewerAnswer()]);
    expect((await converge(other, 'too often', '--script', limited)).exitCode).toBe(9);
    expect(readNotifications(other)).toMatchObject([
      [
        'blocked',
        expect.stringMatching(/^Blocked: too often\. The provider is rate limiting.* harness resume too-often-\w+$/),
        other.path,
      ],
    ]);
  });

  test('gets no key, and a failing command is reported once and changes nothing', async () => {
    const repo = repositoryWithNotify({}, 'echo "$2" > ../said; exit 3; :');
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const key = `sk-ant-api03-${'a'.repeat(90)}`;
    const { exitCode, stdout } = await converge(repo, `use ${key}`, '--script', agents);
    expect(exitCode).toBe(0);
    expect(stdout.match(/notify command failed for the notification "done" \(exit 3\)/g)).toHaveLength(1);
    expect(readFileSync(join(repo.path, '..', 'said'), 'utf8')).not.toContain('sk-ant');
  });
});

test('without the setting no note is written', async () => {
  const repo = repository();
  await converge(repo, 'say nothing', '--script', script(repo, [implementerAnswer(), reviewerAnswer()]));
  expect(countNotificationNotes(repo, await repo.newest())).toBe(0);
});
