import { expect, test } from 'vitest';
import { key, noKeys, repository, token } from '../testing/tracker-repository.ts';
import { checkTracker } from './tracker.ts';

test('doctor names project, key and address of the tracker, and never the key', async () => {
  const lines = async (tracker: object, env: NodeJS.ProcessEnv, origin?: string) => {
    const found = await checkTracker(repository(tracker, origin).root, env);
    expect(JSON.stringify(found)).not.toMatch(/ghp_|lin_api/);
    return found.map(({ id, ok, detail, fix }) => [id, ok, detail, fix]);
  };
  expect(await lines({ kind: 'linear' }, noKeys)).toEqual([
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
  expect(await lines({ kind: 'nonsense' }, noKeys)).toEqual([]);
});

test('doctor counts the local issues, and names the first file that is not in order', async () => {
  const { root, write } = repository();
  const line = async () => (await checkTracker(root, noKeys)).map(({ ok, detail }) => [ok, detail]);
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
