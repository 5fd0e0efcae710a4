import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { keepOutputFolders } from './keep-output.ts';

test('D-37 copies the output of a check without links, and replaces that of an earlier try', async () => {
  const [from, to] = [await testFolder(), join(await testFolder(), 'kept')];
  await mkdir(join(from, 'out/report/data'), { recursive: true });
  await writeFile(join(from, 'out/report/index.html'), 'first');
  await writeFile(join(from, 'out/report/data/old.txt'), 'x');
  await symlink('/etc/passwd', join(from, 'out/report/link'));
  await keepOutputFolders(from, ['out/report', 'not-there', '../elsewhere'], to);
  expect(readFileSync(join(to, 'report/index.html'), 'utf8')).toBe('first');
  expect(existsSync(join(to, 'report/link'))).toBe(false);

  await writeFile(join(from, 'out/report/index.html'), 'second');
  await keepOutputFolders(from, ['out/report'], to);
  expect(readFileSync(join(to, 'report/index.html'), 'utf8')).toBe('second');
  await keepOutputFolders(await testFolder(), ['out/report'], to);
  expect(existsSync(join(to, 'report'))).toBe(false);
});
