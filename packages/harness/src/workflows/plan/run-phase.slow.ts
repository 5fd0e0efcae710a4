/** Tests `harness run <plan> --phase <name>`: every phase, from an empty branch to a mergeable pull request. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandResult, Repository } from '../../testing/command.ts';
import { product, agents as shipped } from '../../testing/product.ts';

/** The agents of the example; the second review of a plan has no findings, in any run. */
function agentsFor(repo: Repository, isContent = () => true) {
  const text = readFileSync(shipped, 'utf8');
  const content = text.replace(
    '  - when: { role: plans.reviewer, item: "0001", attempt: 1 }',
    '  - when: { role: plans.reviewer, item: "0001", prompt: "the plan that nobody wrote" }',
  );
  return repo.write(isContent() ? 'content.yaml' : 'strict.yaml', isContent() ? content : text);
}

interface Document {
  readonly phase: { name: string; at: string; findings?: readonly { text: string }[]; body?: string; folder: string };
}

const branch = 'task/0001-add-notes';
const outputOf = ({ stdout, stderr }: CommandResult) => `${stdout}${stderr}`;
const folderOf = (repo: Repository, plan = '0001') => {
  const latest = join(repo.path, '.orchestrator/task-runs', plan, 'latest');
  return join(latest, '..', readlinkSync(latest));
};

test('D-23, D-79, DO-05 all phases in sequence: implement, review, fix, review, e2e, prepare-pr, merge-check', async () => {
  const repo = product();
  const strict = agentsFor(repo, () => false);
  const content = agentsFor(repo);
  const phase = (name: string, script = content) => repo.run('run', '0001', '--phase', name, '--script', script);

  const implemented = await phase('implement');
  expect(implemented, outputOf(implemented)).toMatchObject({ exitCode: 0 });
  expect(repo.git('log', '--format=%s', `main..${branch}`)).toBe('Add notes');
  expect(readdirSync(folderOf(repo)).sort()).toEqual([
    'e2e-verify',
    'implement.out.md',
    'run.json',
    'tokens-used.json',
  ]);

  const unreviewed = await phase('prepare-pr');
  expect([unreviewed.exitCode, unreviewed.stderr]).toEqual([2, expect.stringContaining('run 0001 --phase review')]);
  const nothing = await phase('fix');
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('run 0001 --phase review')]);

  const blocked = await phase('review', strict);
  expect(blocked.exitCode, outputOf(blocked)).toBe(1);
  expect(blocked.stdout).toMatch(/- \[high\] src\/cli\.js:14: a note without text[\s\S]*harness run 0001 --phase fix/);
  expect(readFileSync(join(folderOf(repo), 'findings-pass-1.md'), 'utf8')).toContain('- [high] src/cli.js:14:');
  const refused = await phase('prepare-pr');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('run 0001 --phase fix')]);

  const fixed = await phase('fix');
  expect(fixed, outputOf(fixed)).toMatchObject({ exitCode: 0 });
  expect(repo.git('log', '--format=%s', `main..${branch}`)).toBe('Add notes: repair what was found\nAdd notes');
  const { calls } = await repo.json<{ calls: { role: string }[] }>('show', await repo.newest());
  expect(calls.map(({ role }) => role)).toEqual(['plans.fixer']);

  const again = await phase('review');
  expect(again, outputOf(again)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(folderOf(repo), 'review.out.md'), 'utf8')).toBe('No findings.');

  const verified = await phase('e2e-verify');
  expect(verified, outputOf(verified)).toMatchObject({ exitCode: 0 });
  const out = readFileSync(join(folderOf(repo), 'e2e-verify.out.md'), 'utf8');
  expect(out.split('\n')[0]).toBe('E2E verification passed.');
  expect(existsSync(join(folderOf(repo), 'e2e-verify/e2e-report/junit.xml'))).toBe(true);
  expect(readFileSync(join(folderOf(repo), 'e2e-verify.log'), 'utf8')).toContain('what is added is listed');

  const prepared = await phase('prepare-pr');
  expect(prepared, outputOf(prepared)).toMatchObject({ exitCode: 0 });
  const body = readFileSync(join(folderOf(repo), 'pr-body.md'), 'utf8');
  expect(body.split('\n')[0]).toBe('## Summary');
  expect(prepared.stdout).toContain(body.trimEnd());
  expect(readFileSync(join(folderOf(repo), 'pr-seed.md'), 'utf8')).toContain('`npm test`');
  expect(existsSync(join(repo.path, '.orchestrator/forge/pulls'))).toBe(false);

  const none = await phase('merge-check');
  expect([none.exitCode, none.stdout]).toEqual([1, expect.stringContaining(`No open pull request of ${branch}`)]);
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Plans');
  expect(readdirSync(join(repo.path, '.harness/worktrees'))).toEqual([]);
});

test('D-23, D-36 a failed end-to-end run reports its findings, and fix repairs exactly those', async () => {
  const repo = product();
  await repo.run('run', '1', '--script', shipped);
  const phase = (name: string) => repo.run('run', '0002', '--phase', name, '--script', shipped);
  expect((await phase('implement')).exitCode).toBe(0);
  const broken = await phase('e2e-verify');
  expect(broken.exitCode, outputOf(broken)).toBe(1);
  expect(broken.stdout).toContain('- [high] e2e: end to end: what was added is found, in any case');
  expect(readFileSync(join(folderOf(repo, '0002'), 'e2e-verify.out.md'), 'utf8')).toMatch(
    /^E2E verification failed\.\n/,
  );
  const fixed = await phase('fix');
  expect(fixed, outputOf(fixed)).toMatchObject({ exitCode: 0 });
  expect((await phase('e2e-verify')).exitCode).toBe(0);
});

test('D-23, D-29, DO-09 merge-check checks an open pull request and does not merge it', async () => {
  const repo = product();
  const objecting = repo.write(
    'objecting.yaml',
    readFileSync(agentsFor(repo), 'utf8').replace(
      'reply: No findings. Ready to enable auto-merge.',
      'reply: "- [high] src/cli.js: not yet"',
    ),
  );
  expect((await repo.run('run', '0001', '--script', objecting)).exitCode).toBe(1);
  const check = (script: string) => repo.run('run', '0001', '--phase', 'merge-check', '--script', script);
  const objected = await check(objecting);
  expect([objected.exitCode, objected.stdout]).toEqual([1, expect.stringContaining('not yet')]);
  const ready = await check(agentsFor(repo));
  expect(ready, outputOf(ready)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(folderOf(repo), 'merge.out.md'), 'utf8')).toBe('No findings. Ready to enable auto-merge.');
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Plans');

  const pull = join(repo.path, '.orchestrator/forge/pulls/1.json');
  repo.write(
    'repo/.orchestrator/forge/pulls/1.json',
    readFileSync(pull, 'utf8').replace('"isDraft": false', '"isDraft": true'),
  );
  const draft = await check(agentsFor(repo));
  expect([draft.exitCode, draft.stdout]).toEqual([1, expect.stringContaining('draft')]);
});

test('D-23 with --json the document contains the result of the phase', async () => {
  const repo = product();
  await repo.run('run', '0001', '--phase', 'implement', '--script', shipped);
  const { phase } = await repo.json<Document>('run', '0001', '--phase', 'review', '--script', shipped);
  expect(phase).toMatchObject({ name: 'review', at: 'blocked', findings: [{ severity: 'high' }] });
});

describe('a phase that cannot start is refused with the command that must come first', () => {
  test('D-23, DO-05, DO-08 before the start', async () => {
    const repo = product();
    const run = (...args: readonly string[]) => repo.run('run', '0001', ...args, '--script', shipped);
    const unknown = await run('--phase', 'deploy');
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('all, implement, review, review-ui, fix, prepare-pr, e2e-verify, merge-check'),
    ]);
    for (const name of ['review', 'fix', 'prepare-pr', 'e2e-verify', 'merge-check'])
      expect(await run('--phase', name)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('--phase implement'),
      });
    const ui = await run('--phase', 'review-ui');
    expect([ui.exitCode, ui.stderr]).toEqual([2, expect.stringContaining('devServer')]);
    expect(existsSync(join(repo.path, '.orchestrator'))).toBe(false);
  });

  test('DO-08 without an end-to-end command, or with a skipped one, with the name of the setting', async () => {
    const repo = product();
    await repo.run('run', '0001', '--phase', 'implement', '--script', shipped);
    const { exitCode, stderr } = await repo.run('run', '1', '--phase', 'e2e-verify', '--skip-e2e', '--script', shipped);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('e2e.command')]);
  });

  test('a branch that the user has checked out gets no commit', async () => {
    const repo = product();
    await repo.run('run', '0001', '--phase', 'implement', '--script', shipped);
    repo.git('switch', '--quiet', branch);
    const { exitCode, stderr } = await repo.run('run', '0001', '--phase', 'implement', '--script', shipped);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('git switch main')]);
    expect((await repo.run('run', '0001', '--phase', 'review', '--script', agentsFor(repo))).exitCode).toBe(0);
  });
});
