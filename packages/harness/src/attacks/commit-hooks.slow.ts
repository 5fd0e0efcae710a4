/** A change group passes the commit hooks of the user: no agent changes, skips or escapes them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, test } from 'vitest';
import type { Repository } from '../testing/command.ts';
import { hookedRepository, issueAgents, issueWorker } from './testing/hooked-issues.ts';

const issueText = (repo: Repository, id: string) => readFileSync(join(repo.path, `.harness/issues/${id}.md`), 'utf8');
const subjects = (repo: Repository) => repo.git('log', '--format=%s', '--reverse').split('\n').slice(2);
const marker = /^\[(?:ISSUE|HARNESS)_\w+(?:: [A-Z]+-\d+)?\]$/;

describeBoxed('harness issues', () => {
  test('I-64, I-65, I-66 commits only what passed the hooks of the base: an agent that changes, plants or breaks them fails', async () => {
    const repo = hookedRepository(['OK-1', 'OK-2', 'OK-3', 'BAD-4', 'BAD-5']);
    const evil = 'printf "#!/bin/sh\\nexit 0\\n" > .githooks/pre-commit';
    const planted = [
      'echo "exit 0" > .git/hooks/pre-commit; git config core.hooksPath /tmp; echo "[core]" >> .git/config',
      'git -c user.name=a -c user.email=a@b commit --no-verify --allow-empty --quiet --message=mine; git push --force',
    ].join('\n');
    const file = issueAgents(repo, [
      issueWorker('OK-1', 'one\n'),
      issueWorker('OK-2', 'BAD\n', { attempt: 1 }),
      issueWorker('OK-2', 'good\n', { attempt: 2 }),
      issueWorker('OK-3', 'three\n', {}, planted),
      issueWorker('BAD-4', 'four\n', {}, evil),
      issueWorker('BAD-5', 'STRAY\n'),
    ]);
    const done = await repo.run('issues', 'start', '--script', file);
    const said = `${done.stdout}${done.stderr}`;
    const markers = ['FAILED: BAD-4', 'FAILED: BAD-5', 'COMPLETE: OK-1', 'COMPLETE: OK-2', 'COMPLETE: OK-3'];
    expect(
      done.stdout.split('\n').filter((line) => marker.test(line)),
      said,
    ).toEqual([...[...markers.map((one) => `[ISSUE_${one}]`), '[HARNESS_DONE]']]);
    expect([subjects(repo), repo.git('status', '--porcelain')]).toEqual([Array(3).fill('feat: add it'), '']);
    for (const [at, id, text] of [
      [2, 'OK-1', 'one'],
      [1, 'OK-2', 'good'],
      [0, 'OK-3', 'three'],
    ] as const) {
      expect(repo.git('show', '--format=', '--name-only', `HEAD~${at}`)).toBe(`src/${id}.js`);
      expect(repo.git('show', `HEAD~${at}:src/${id}.js`)).toBe(`${text}\n// checked`);
      const message = repo.git('show', '--no-patch', '--format=%B', `HEAD~${at}`);
      expect(message).toMatch(
        new RegExp(`Issue: ${id}\nChange-Group: 1/1\n[\\s\\S]*Change-Id: I1[\\s\\S]*Harness-Effect: `),
      );
    }
    expect(existsSync(join(repo.path, '.git/hooks/pre-commit'))).toBe(false);
    expect(repo.git('config', 'core.hooksPath')).toBe('.githooks');
    expect(readFileSync(join(repo.path, '.githooks/pre-commit'), 'utf8')).toContain('is bad');
    expect(issueText(repo, 'BAD-4')).toMatch(/Reason: .*pre-commit[\s\S]*Requires manual intervention\./);
    expect(issueText(repo, 'BAD-5')).toMatch(/Reason: .*README\.md/);
    const log = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
    const kept = log.map((ref) => repo.git('ls-tree', '-r', '--name-only', ref)).join('\n');
    expect(kept, 'no work is lost').toMatch(/src\/BAD-4\.js[\s\S]*src\/BAD-5\.js/);
  });
});
