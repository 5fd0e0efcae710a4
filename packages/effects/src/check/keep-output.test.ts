import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { redactorFor } from '../secret/redactor.ts';
import { testFolder } from '../test-folder.ts';
import { keepOutputFolders, takeFile } from './keep-output.ts';

const wide = { fileBytes: 1_000, folderBytes: 1_000, files: 10 };
const { signal } = new AbortController();
const options = (environment: NodeJS.ProcessEnv = {}) => ({ redactor: redactorFor(environment), signal });

test('D-37 copies the output of a check without links, and replaces that of an earlier try', async () => {
  const [from, to] = [await testFolder(), join(await testFolder(), 'kept')];
  await mkdir(join(from, 'out/report/data'), { recursive: true });
  await writeFile(join(from, 'out/report/index.html'), 'first');
  await writeFile(join(from, 'out/report/data/old.txt'), 'x');
  await symlink('/etc/passwd', join(from, 'out/report/link'));
  const skipped = await keepOutputFolders(from, ['out/report', 'not-there', '../elsewhere'], to, options());
  expect(skipped).toEqual(['out/report/link']);
  expect(readFileSync(join(to, 'report/index.html'), 'utf8')).toBe('first');
  expect(existsSync(join(to, 'report/link'))).toBe(false);

  await writeFile(join(from, 'out/report/index.html'), 'second');
  await keepOutputFolders(from, ['out/report'], to, options());
  expect(readFileSync(join(to, 'report/index.html'), 'utf8')).toBe('second');
  await keepOutputFolders(await testFolder(), ['out/report'], to, options());
  expect(existsSync(join(to, 'report'))).toBe(false);
});

test('D-37 redacts secrets in the kept output, and keeps no file with a secret in its name', async () => {
  const [from, to] = [await testFolder(), join(await testFolder(), 'kept')];
  const secret = 'Zq7-not-a-word-4242';
  await mkdir(join(from, 'out/data', secret), { recursive: true });
  await writeFile(join(from, 'out/data/page.html'), `it says ${secret}`, { mode: 0o444 });
  await writeFile(join(from, 'junit.xml'), secret);
  await writeFile(join(from, 'out/data', `${secret}.png`), 'x');
  await writeFile(join(from, 'out/data', secret, 'a.txt'), 'x');
  const skipped = await keepOutputFolders(from, ['out', 'junit.xml'], to, options({ DB_PASS: secret }));
  expect(readdirSync(join(to, 'out'), { recursive: true })).toEqual(['data', 'data/page.html']);
  expect(readFileSync(join(to, 'out/data/page.html'), 'utf8')).toBe('it says [redacted]');
  expect(readFileSync(join(to, 'junit.xml'), 'utf8')).toBe('[redacted]');
  expect(skipped.join()).not.toContain(secret);
});

test('D-37 sockets, pipes and devices are skipped and named', async () => {
  const [from, to] = [await testFolder(), join(await testFolder(), 'kept')];
  await mkdir(join(from, 'out'));
  await writeFile(join(from, 'out/a.txt'), 'a');
  execFileSync('mkfifo', [join(from, 'out/pipe')]);
  const server = createServer().listen(join(from, 'out/socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  await symlink('/dev/zero', join(from, 'out/device'));
  await symlink('/', join(from, 'folder'));
  const skipped = await keepOutputFolders(from, ['out', 'folder'], to, options());
  server.close();
  expect([...skipped].sort()).toEqual(['out/device', 'out/pipe', 'out/socket']);
  expect(readdirSync(join(to, 'out'))).toEqual(['a.txt']);
  expect(existsSync(join(to, 'folder'))).toBe(false);
});

test('D-37 large files, files with holes and too many files are skipped and named', async () => {
  const [from, to] = [await testFolder(), join(await testFolder(), 'kept')];
  await mkdir(join(from, 'out'));
  for (const name of ['1', '2', '3', '4']) await writeFile(join(from, 'out', name), 'x'.repeat(10));
  await writeFile(join(from, 'out/holes'), '');
  truncateSync(join(from, 'out/holes'), 30 * 1024 ** 3);
  expect(await keepOutputFolders(from, ['out'], to, options())).toEqual(['out/holes']);
  const small = { ...options(), limits: { ...wide, folderBytes: 25 } };
  expect(await keepOutputFolders(from, ['out'], to, small)).toEqual(['out/3', 'out/4', 'out/holes']);
  const few = { ...options(), limits: { ...wide, files: 1 } };
  expect(await keepOutputFolders(from, ['out'], to, few)).toHaveLength(4);
});

test('D-37 a cancelled run stops the copy', async () => {
  const from = await testFolder();
  await mkdir(join(from, 'out'));
  const cancelled = { ...options(), signal: AbortSignal.abort(new Error('parked')) };
  await expect(keepOutputFolders(from, ['out'], join(from, 'kept'), cancelled)).rejects.toThrow('parked');
});

async function take(write: (path: string) => void) {
  const folder = await testFolder();
  write(join(folder, 'report.json'));
  const { taken } = await takeFile(
    join(folder, 'report.json'),
    folder,
    '4/report',
    redactorFor({ API_KEY: 'a-secret-key-of-length' }),
  );
  return taken === undefined ? null : readFileSync(join(folder, taken.path), 'utf8');
}

test('a regular file is taken without known secrets', async () => {
  expect(await take((path) => writeFileSync(path, '{"a":"a-secret-key-of-length"}'))).toBe('{"a":"[redacted]"}');
});

test.each<[string, (path: string) => void]>([
  ['that does not exist', () => undefined],
  ['that is a link', (path) => symlinkSync('/etc/passwd', path)],
  ['that is a link to an endless file', (path) => symlinkSync('/dev/zero', path)],
  ['that is a pipe', (path) => execFileSync('mkfifo', [path])],
  ['that is a folder', (path) => execFileSync('mkdir', [path])],
  [
    'that is very large',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 1e9);
    },
  ],
])('no file is taken %s', async (_, write) => expect(await take(write)).toBeNull());
