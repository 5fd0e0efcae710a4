import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { expect, test } from 'vitest';
import { openTrackerOf } from '../../repository/open-tracker.ts';
import { openStore } from '../../runs/folder.ts';
import { key, noKeys, repository, token } from '../../testing/tracker-repository.ts';
import { requireTracker, type TrackerFlags } from './require-tracker.ts';

async function refusalOf(root: string, flags: TrackerFlags, env: NodeJS.ProcessEnv) {
  const refusal = await requireTracker(root, flags, env).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error(`it was accepted: ${JSON.stringify(refusal)}`);
  return [refusal.exitCode, refusalText(messagesFor('en'), refusal.code, refusal.params).message] as const;
}

test('a flag comes before the configuration, and the rest has defaults', async () => {
  const { root } = repository({ kind: 'linear', project: 'app', team: 'CORE', doneStatus: 'Shipped' });
  const scope = { label: 'ready', inProgressStatus: 'In Progress', doneStatus: 'Shipped' };
  expect(await requireTracker(root, {}, key)).toEqual({ kind: 'linear', project: 'app', team: 'CORE', ...scope });
  const flags = { tracker: 'local', project: 'shop', team: 'X', label: 'go' };
  expect(await requireTracker(root, flags, noKeys)).toEqual({
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
  ['an unknown tracker', {}, { tracker: 'jira' }, noKeys, /"jira"\. Known trackers: local, linear, github/],
  ['Linear without its key', {}, { tracker: 'linear', project: 'a' }, noKeys, /LINEAR_API_KEY/],
  ['GitHub without its key', {}, { tracker: 'github', project: 'a/b' }, noKeys, /GITHUB_TOKEN or GH_TOKEN/],
  ['an empty key', {}, { tracker: 'github', project: 'a/b' }, { ...noKeys, GITHUB_TOKEN: ' ' }, /GITHUB_TOKEN/],
  ['no project', {}, {}, noKeys, /needs a project\. Name it with --project/],
  ['an empty project', {}, { project: ' ' }, noKeys, /needs a project/],
  ['an empty label', {}, { project: 'a', label: ' ' }, noKeys, /The label is empty/],
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
  ['a folder that git does not ignore', { dir: 'issues' }, { project: 'a' }, noKeys, /git does not ignore issues/],
])('%s is refused with exit 2', async (_, tracker, flags, env, message) => {
  const { root } = repository(tracker);
  expect(await refusalOf(root, flags, env)).toEqual([2, expect.stringMatching(message)]);
});

test('a folder elsewhere is accepted if git ignores it, and never if it has committed files or is a link', async () => {
  const { root, git, write } = repository({ dir: 'issues' });
  write('.gitignore', '/issues/\n');
  expect(await requireTracker(root, { project: 'a' }, noKeys)).toMatchObject({ kind: 'local' });
  write('issues/APP-1.md', 'x');
  git('add', '--force', 'issues');
  expect(await refusalOf(root, { project: 'a' }, noKeys)).toEqual([2, expect.stringMatching(/git tracks/)]);
  const other = repository({ dir: 'issues' });
  symlinkSync(tmpdir(), join(other.root, 'issues'));
  expect(await refusalOf(other.root, { project: 'a' }, noKeys)).toEqual([2, expect.stringMatching(/behind a link/)]);
});

test('the endpoint of one tracker never gets the key of another one', async () => {
  const { root } = repository({ kind: 'linear', project: 'a', endpoint: 'http://evil.example' });
  expect(await requireTracker(root, { tracker: 'github', project: 'a/b' }, token)).toMatchObject({ kind: 'github' });
  const opened = openTrackerOf({ root, store: openStore(root) }, 'linear', key);
  await expect(opened).rejects.toMatchObject({ failure: { code: 'tracker.unauthorized' } });
  await expect(openTrackerOf({ root, store: openStore(root) }, 'github', noKeys)).rejects.toMatchObject({
    failure: { params: { detail: 'set GITHUB_TOKEN or GH_TOKEN' } },
  });
});
