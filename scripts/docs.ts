/** `npm run docs`: writes the generated pages. With `--check` it writes no file and fails if a page is out of date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findStalePages, generatePages } from './pages.ts';

const root = join(import.meta.dirname, '..');
const pages = generatePages();
const changed = findStalePages(root, pages);
const isCheck = process.argv.includes('--check');

for (const path of changed) {
  process.stdout.write(`${isCheck ? 'out of date' : 'written'}: ${path}\n`);
  if (isCheck) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), pages.get(path) ?? '');
}
if (isCheck && changed.length > 0) {
  process.stdout.write('npm run docs\n');
  process.exitCode = 1;
}
