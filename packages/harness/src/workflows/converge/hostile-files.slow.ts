/** Files of an agent that git or Node cannot read as usual, through the real command: no run ends because of them. */
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../../testing/scripts.ts';

const converge = (repo: Repository, answers: Parameters<typeof script>[1]) =>
  repo.run(
    ...['converge', 'Attack', '--check', 'grep -q ready work.txt', '--passes', '2', '--sandbox', 'required'],
    ...['--script', script(repo, answers), '--no-input'],
  );

const work = { write: { path: 'work.txt', text: 'ready\n' } };

describeBoxed('files that an agent writes', () => {
  test('a name that is not UTF-8 reaches the commit', async () => {
    const repo = repository();
    const steps = [work, { run: `mkdir test && echo x > "$(printf 'test/\\377.test.js')"`, raw: true }];
    const done = await converge(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('ls-tree', '-r', '--name-only', 'harness/attack')).toContain(String.raw`"test/\377.test.js"`);
  });
});
