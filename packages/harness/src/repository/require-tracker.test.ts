import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { expect, onTestFinished, test } from 'vitest';
import { checkTracker } from '../doctor/tracker.ts';
import { openStore } from '../runs/folder.ts';
import { openTrackerOf } from './open-tracker.ts';
import { requireTracker, type TrackerFlags } from './require-tracker.ts';

const path = { PATH: '/usr/bin:/bin' };
const token = { ...path, GH_TOKEN: 'ghp_variable0123' };
const key = { ...path, LINEAR_API_KEY: 'lin_api_0123456789' };

function repository(tracker: object = {}, origin?: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'harness-tracker-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet');
  if (origin !== undefined) git('remote', 'add', 'origin', origin);
  const write = (name: string, text: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('harness.config.json', JSON.stringify({ tracker }));
  return { root, git, write };
}

async function refusalOf(root: string, flags: TrackerFlags, env: NodeJS.ProcessEnv) {
  const refusal = await requireTracker(root, flags, env).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error(`it was accepted: ${JSON.stringify(refusal)}`);
  return [refusal.exitCode, refusalText(en, refusal.code, refusal.params).message] as const;
}

test('a flag comes before the configuration, and the rest has defaults', async () => {
  const { root } = repository({ kind: 'linear', project: 'app', team: 'CORE', doneStatus: 'Shipped' });
  const scope = { label: 'ready', inProgressStatus: 'In Progress', doneStatus: 'Shipped' };
  expect(await requireTracker(root, {}, key)).toEqual({ kind: 'linear', project: 'app', team: 'CORE', ...scope });
  const flags = { tracker: 'local', project: 'shop', team: 'X', label: 'go' };
  expect(await requireTracker(root, flags, path)).toEqual({
    ...scope,
    kind: 'local',
    project: 'shop',
    team: 'X',
    label: 'go',
  });
});

test('the project of GitHub is that of the remote by default', async () => {
  const { root } = repository({ kind: 'github' }, 'git@github.com:acme/app.git');
  expect(await requireTracker(root, {}, token)).toMatchObject({ kind: 'github', project: 'acme/app', team: 'MB90' });
});

test.each<[string, object, TrackerFlags, NodeJS.ProcessEnv, RegExp]>([
  ['an unknown tracker', {}, { tracker: 'jira' }, path, /"jira"\. Known trackers: local, linear, github/],
  ['Linear without its key', {}, { tracker: 'linear', project: 'a' }, path, /LINEAR_API_KEY/],
  ['GitHub without its key', {}, { tracker: 'github', project: 'a/b' }, path, /GITHUB_TOKEN or GH_TOKEN/],
  ['an empty key', {}, { tracker: 'github', project: 'a/b' }, { ...path, GITHUB_TOKEN: ' ' }, /GITHUB_TOKEN/],
  ['no project', {}, {}, path, /needs a project\. Name it with --project/],
  ['an empty project', {}, { project: ' ' }, path, /needs a project/],
  ['no project at GitHub', {}, { tracker: 'github' }, token, /needs a project: no remote is on GitHub/],
  ['a project that GitHub cannot have', {}, { tracker: 'github', project: 'a' }, token, /"a" is not owner\/repo/],
  [
    'an address by http',
    { kind: 'linear', endpoint: 'http://linear.example/graphql' },
    { project: 'a' },
    key,
    /not to http:\/\/linear\.example/,
  ],
  [
    'an address of a variable',
    {},
    { tracker: 'github', project: 'a/b' },
    { ...token, GITHUB_API_URL: 'http://h' },
    /http:\/\/h/,
  ],
  ['a folder that git does not ignore', { dir: 'issues' }, { project: 'a' }, path, /git does not ignore issues/],
])('%s is refused with exit 2', async (_, tracker, flags, env, message) => {
  const { root } = repository(tracker);
  expect(await refusalOf(root, flags, env)).toEqual([2, expect.stringMatching(message)]);
});

test('a folder elsewhere is accepted if git ignores it, and never if it has committed files or is a link', async () => {
  const { root, git, write } = repository({ dir: 'issues' });
  write('.gitignore', '/issues/\n');
  expect(await requireTracker(root, { project: 'a' }, path)).toMatchObject({ kind: 'local' });
  write('issues/APP-1.md', 'x');
  git('add', '--force', 'issues');
  expect(await refusalOf(root, { project: 'a' }, path)).toEqual([2, expect.stringMatching(/git tracks/)]);
  const other = repository({ dir: 'issues' });
  symlinkSync(tmpdir(), join(other.root, 'issues'));
  expect(await refusalOf(other.root, { project: 'a' }, path)).toEqual([2, expect.stringMatching(/behind a link/)]);
});

test('the endpoint of one tracker never gets the key of another one', async () => {
  const { root } = repository({ kind: 'linear', project: 'a', endpoint: 'http://evil.example' });
  expect(await requireTracker(root, { tracker: 'github', project: 'a/b' }, token)).toMatchObject({ kind: 'github' });
  const opened = openTrackerOf({ root, store: openStore(root) }, 'linear', key);
  await expect(opened).rejects.toMatchObject({ failure: { code: 'tracker.unauthorized' } });
  await expect(openTrackerOf({ root, store: openStore(root) }, 'github', path)).rejects.toMatchObject({
    failure: { params: { detail: 'set GITHUB_TOKEN or GH_TOKEN' } },
  });
});

test('doctor names project, key and address of the tracker, and never the key', async () => {
  const lines = async (tracker: object, env: NodeJS.ProcessEnv, origin?: string) => {
    const found = await checkTracker(repository(tracker, origin).root, env);
    expect(JSON.stringify(found)).not.toMatch(/ghp_|lin_api/);
    return found.map(({ id, ok, detail, fix }) => [id, ok, detail, fix]);
  };
  expect(await lines({ kind: 'linear' }, path)).toEqual([
    ['tracker', false, 'linear: tracker.project is not set', 'harness issues --tracker linear --project <project>'],
    ['tracker.key', false, 'LINEAR_API_KEY is not set', 'export LINEAR_API_KEY=<key>'],
    ['tracker.endpoint', true, 'https://api.linear.app/graphql', ''],
  ]);
  expect(await lines({ kind: 'linear', project: 'app' }, { ...key, LINEAR_API_URL: 'http://x' })).toEqual([
    ['tracker', true, 'linear: app, team MB90', ''],
    ['tracker.key', true, 'LINEAR_API_KEY is set', ''],
    ['tracker.endpoint', false, expect.stringContaining('not to http://x'), 'unset LINEAR_API_URL'],
  ]);
  expect(await lines({ kind: 'github' }, token, 'https://github.com/acme/app.git')).toEqual([
    ['tracker', true, 'github: acme/app, from the remote', ''],
    ['tracker.key', true, 'GH_TOKEN is set', ''],
    ['tracker.endpoint', true, 'https://api.github.com', ''],
  ]);
  expect(await lines({ kind: 'nonsense' }, path)).toEqual([]);
});

test('doctor counts the local issues, and names the first file that is not in order', async () => {
  const { root, write } = repository();
  const line = async () => (await checkTracker(root, path)).map(({ ok, detail }) => [ok, detail]);
  expect(await line()).toEqual([[true, 'local: 0 issues in .harness/issues']]);
  write('.harness/issues/APP-1.md', '---\nid: APP-1\ntitle: x\n---\n');
  write('.harness/issues/notes.md', 'x');
  write('.harness/issues/APP-2.md', 'x');
  expect(await line()).toEqual([
    [
      false,
      'local: 1 issue in .harness/issues; skipped: APP-2.md: it does not start with a line "---" and the fields of the issue (and 1 more)',
    ],
  ]);
});
