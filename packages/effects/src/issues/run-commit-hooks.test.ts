/** Tests commit hooks without a sandbox. The slow tests have the rest, in the box of a check. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { greenHooks, groupMessage, groupWithHooks, runHooks } from './commit-hooks.suite.ts';

afterAll(clearScratch);

describe('I-65 commit hooks', () => {
  test('leave the checkpoint and message as they are if none is called before a commit', async () => {
    const repo = groupWithHooks({ 'pre-commit.sample': 'exit 1', 'post-commit': 'exit 1', 'commit-msg': 'exit 1' });
    chmodSync(join(repo.root, '.git/hooks/commit-msg'), 0o644);
    const report = await greenHooks(repo);
    expect(report).toMatchObject({ checkpoint: report.given, message: groupMessage });
    expect(repo.notes).toEqual(['hook.skipped commit-msg']);
  });

  test('rewrite files of the group and the message, in the checkpoint and in the checkout', async () => {
    const repo = groupWithHooks({
      'pre-commit': 'echo formatted >> src/main.ts; git add src; echo out > readme.md',
      'commit-msg': 'echo "Change-Id: I1" >> "$1"',
    });
    const { checkpoint, message } = await greenHooks(repo);
    expect([repo.git('show', `${checkpoint}:src/main.ts`), message]).toEqual([
      ...['group\nformatted', `${groupMessage}\nChange-Id: I1`],
    ]);
    expect([repo.read('src/main.ts'), repo.read('readme.md')]).toEqual(['group\nformatted\n', 'hello\n']);
    expect(await repo.save()).toBe(checkpoint);
  });

  test('refuse the commit: red with the log and the reason, or with staged files outside the group', async () => {
    const red = await runHooks(groupWithHooks({ 'pre-commit': 'echo no; exit 1' }));
    expect([red.is, red.log]).toEqual(['red', 'no\n\nThe hook pre-commit ended with exit code 1.\n']);
    const outside = await runHooks(groupWithHooks({ 'pre-commit': 'echo x > readme.md; git add .' }));
    expect(outside).toMatchObject({ is: 'outside', hook: 'pre-commit', files: ['readme.md'] });
  });
});
