/** Tests `branchIsolation.onPass: "pr"`: each passed feature becomes one pull request, also after failures. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { type HubProduct, hubProduct } from '../../testing/hub.ts';
import { script } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const offering = { branchIsolation: { onPass: 'pr' } };
const agentsOf = (repo: Repository) =>
  script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'], verify: '`test -f F-001.txt`' }),
    ...[reviewing(), working(), validating()],
  ]);

async function atGitHub(): Promise<HubProduct> {
  const product = await hubProduct(undefined, offering);
  product.repo.write('repo/SPEC.md', '# A product\n\nIt has features.\n');
  product.repo.git('add', '--all');
  product.repo.git('commit', '--quiet', '--message=Spec');
  product.repo.git('push', '--quiet', 'origin', 'main');
  return product;
}

function expectOffered({ repo, server, hub, pull }: HubProduct, base: string): void {
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
  expect(server.state.pulls.map(({ branch }) => branch)).toEqual(['harness/F-001', 'harness/F-002']);
  for (const branch of ['harness/F-001', 'harness/F-002'])
    expect(hub('rev-parse', branch)).toBe(repo.git('rev-parse', branch));
  expect(pull(2)).toMatchObject({ base: 'main', title: 'F-002: Feature F-002', state: 'open' });
  expect(pull(2).body).toContain('It builds on F-001 (#1)');
  expect([repo.git('rev-parse', 'main'), hub('rev-parse', 'main')]).toEqual([base, base]);
  expect(hub('ls-tree', '--name-only', 'harness/F-002').split('\n')).toEqual(
    expect.arrayContaining(['F-001.txt', 'F-002.txt']),
  );
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

test('MO-05 without a remote, the local forge has one pull request per feature, and the base does not move', async () => {
  const repo = repositoryWithSpec(offering);
  const base = repo.git('rev-parse', 'main');
  const done = await repo.run('mission', '--script', agentsOf(repo));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const folder = join(repo.path, '.orchestrator/forge/pulls');
  const pulls = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(pulls.sort()).toEqual(['1.json', '2.json']);
  const [first] = pulls.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>);
  expect(first).toMatchObject({ state: 'open', branch: 'harness/F-001', base: 'main', title: 'F-001: Feature F-001' });
  expect([repo.git('rev-parse', 'main'), repo.git('status', '--porcelain', '--', ':(exclude).harness')]).toEqual([
    base,
    '',
  ]);
  expect(done.stdout).toContain('Kept: harness/F-001, harness/F-002');
  const { landed } = await repo.json<{ landed: { branch: string; pull: number }[] }>('report');
  expect(landed.map(({ branch, pull }) => `${branch} #${pull}`).sort()).toEqual([
    ...['harness/F-001 #1', 'harness/F-002 #2'],
  ]);
});

test('MO-05 kill -9 while a pull request is opened: there is still one per feature', async () => {
  const product = await atGitHub();
  const { repo, start } = product;
  const base = repo.git('rev-parse', 'main');
  const agents = agentsOf(repo);
  for (const operation of ['push-branch', 'open-pull']) {
    const running = start('mission', '--script', agents);
    await waitForOperation(repo, operation, running.finished);
    running.child.kill('SIGKILL');
    await running.finished;
  }
  const last = await start('mission', '--script', agents).finished;
  expect(last, `${last.stdout}${last.stderr}`).toMatchObject({ exitCode: 0 });
  expectOffered(product, base);
});

test('MO-05 a forge that rejects a branch is reported, no work is lost, and a resume tries again', async () => {
  const product = await atGitHub();
  const { repo, run, bare } = product;
  const base = repo.git('rev-parse', 'main');
  const hook = join(bare, 'hooks', 'update');
  writeFileSync(hook, '#!/bin/sh\necho "error: no more branches" >&2; exit 1\n');
  chmodSync(hook, 0o755);
  const refused = await run('mission', '--script', agentsOf(repo));
  expect(refused, `${refused.stdout}${refused.stderr}`).toMatchObject({ exitCode: 3 });
  expect(readFileSync(join(repo.path, '.harness/escalation.md'), 'utf8')).toContain('pull:F-001:forge.refused');
  expect(repo.git('show', 'harness/F-001:F-001.txt')).toBe('attempt 1');
  rmSync(hook);
  const done = await run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expectOffered(product, base);
});

test('MO-05 an unreachable forge is refused before the start', async () => {
  const repo = repositoryWithSpec({ ...offering, forge: { kind: 'github' } });
  const refused = await repo.run('mission', '--script', agentsOf(repo));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/GitHub cannot be used: no remote names a repository of GitHub/);
  expect(existsSync(join(repo.path, '.harness/features.json'))).toBe(false);
});

/** Waits until a journal contains this operation; fails if the command ends earlier. */
async function waitForOperation(repo: Repository, operation: string, finished: Promise<{ exitCode: number | null }>) {
  let exitCode: number | null | undefined;
  void finished.then((end) => {
    exitCode = end.exitCode;
  });
  while (!journalText(repo).includes(`"${operation}"`)) {
    if (exitCode !== undefined) throw new Error(`It ended with ${exitCode} before ${operation}`);
    await delay(5);
  }
}

function journalText({ path }: Repository): string {
  const runs = join(path, '.harness/runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  const files = names.map((name) => join(runs, name, 'journal.jsonl')).filter((file) => existsSync(file));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}
