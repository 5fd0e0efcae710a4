/** Tests screenshots with a real server in a real lane, and an installed Chromium if there is one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Screens } from '@harness/core/effects/screens';
import type { Outcome } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../browser/find.ts';
import { testFolder } from '../test-folder.ts';
import { freePort } from '../testing/free-port.ts';
import { screensPerformer } from './performer.ts';

const isInstalled = findBrowser(process.env).is === 'found';

const serving = `import { createServer } from 'node:http';
const pages = { '/': '<title>Notes</title><h1>Notes</h1><script>console.error("no notes")</script>', '/about': '<h1>About</h1>' };
createServer(({ url }, answer) => {
  const page = pages[url];
  answer.writeHead(page ? 200 : 500, { 'content-type': 'text/html' }).end(page ?? 'broken');
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

async function lane() {
  const repo = await testFolder();
  const path = join(repo, '.harness/worktrees/x');
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'server.mjs'), serving);
  for (const cwd of [repo, path]) execFileSync('git', ['init', '--quiet'], { cwd });
  const runFolder = () => join(repo, '.harness/runs/r');
  const port = await freePort();
  const take = async (paths: readonly string[] = [], command = `node server.mjs ${port}`) => {
    const server = { command, url: `http://127.0.0.1:${port}/`, readyTimeoutMs: 20_000 };
    const { outcome } = await screensPerformer({ repo, runFolder }).perform(
      { op: 'take-screens', args: { cwd: '.harness/worktrees/x', server, paths } },
      {
        run: 'r',
        key: '4/looked',
        interrupted: false,
        earlier: undefined,
        signal: new AbortController().signal,
        allowances: () => [],
        report: () => undefined,
        note: async () => {},
      },
    );
    return outcome as Outcome<Screens>;
  };
  const read = ({ path: file }: Artifact) => readFileSync(join(runFolder(), file));
  return { path, port, take, read };
}

describe.skipIf(!isInstalled)('with an installed Chromium', () => {
  test('Dd-07 takes screenshots in both sizes, stores them by path and hash, and puts ignored copies into the lane', async () => {
    const { path, port, take, read } = await lane();
    const outcome = await take(['/', '/about', '/broken']);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    const { shots, complaints, outline, log } = outcome.value;
    expect(shots.map(({ url, viewport }) => `${new URL(url).pathname} ${viewport}`)).toEqual([
      ...['/ desktop', '/ phone', '/about desktop', '/about phone', '/broken desktop', '/broken phone'],
    ]);
    for (const { image, file, viewport } of shots) {
      expect(read(image).readUInt32BE(16)).toBe(viewport === 'desktop' ? 1440 : 390);
      expect(readFileSync(join(path, file)).equals(read(image))).toBe(true);
    }
    expect(read(complaints).toString()).toContain(`http://127.0.0.1:${port}/ (desktop): console: no notes`);
    expect(read(complaints).toString()).toContain('/broken (phone): it answered with 500');
    expect(read(outline).toString()).toMatch(/# http:.*"Notes".*heading "Notes".*heading "About"/s);
    expect(log.path).toMatch(/4-looked-server\.1\.log$/);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: path, encoding: 'utf8' })).toBe('?? server.mjs\n');
    expect(await take([])).toMatchObject({
      ok: true,
      value: { shots: [{ viewport: 'desktop' }, { viewport: 'phone' }] },
    });
  });

  test('never writes through a link in the lane', async () => {
    const { path, take } = await lane();
    const elsewhere = await testFolder();
    await symlink(elsewhere, join(path, '.harness'));
    expect(await take()).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
  });
});
