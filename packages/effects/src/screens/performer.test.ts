/** Tests screenshots without a browser; `screens.slow.ts` uses a real Chromium. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserVariable } from '../browser/find.ts';
import { testFolder } from '../test-folder.ts';
import { screensPerformer } from './performer.ts';

test('skips without a browser, notes which package to install, and starts no server', async () => {
  const repo = await testFolder();
  const notes: unknown[] = [];
  const server = { command: 'exit 1', url: 'http://127.0.0.1:1/', readyTimeoutMs: 1_000 };
  const environment = { ...process.env, [browserVariable]: '/nowhere/chromium' };
  const { outcome } = await screensPerformer({ repo, runFolder: () => join(repo, 'run'), environment }).perform(
    { op: 'take-screens', args: { cwd: '.', server, paths: [] } },
    {
      run: 'r',
      key: '4/looked',
      interrupted: false,
      earlier: undefined,
      signal: new AbortController().signal,
      allowances: () => [],
      report: () => undefined,
      note: async (code, params) => void notes.push({ code, ...params }),
    },
  );
  expect(outcome).toMatchObject({ ok: true, value: { is: 'skipped' } });
  const detail = expect.stringMatching(/is not a program: \/nowhere\/chromium; apt-get install chromium/);
  expect(notes).toEqual([{ code: 'screens.skipped', detail }]);
});
