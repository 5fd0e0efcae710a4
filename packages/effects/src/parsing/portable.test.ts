/** Runs the tests of everything that reads JavaScript again, with the portable modules in place of the native packages. */
import { rmSync } from 'node:fs';
import { afterAll, vi } from 'vitest';

const folder = await vi.hoisted(async () => {
  const { execFileSync } = await import('node:child_process');
  const { mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const made = mkdtempSync(join(tmpdir(), 'harness-portable-'));
  const build = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'build-portable.mjs');
  execFileSync(process.execPath, [build, made]);
  return made;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

vi.mock(import('./javascript-packages.ts'), async () => {
  const { join } = await import('node:path');
  const { pathToFileURL } = await import('node:url');
  const files = { 'oxc-parser': 'portable-parser.mjs', 'oxc-resolver': 'portable-resolver.mjs' };
  return { javaScriptPackage: (name) => pathToFileURL(join(folder, files[name])).href };
});

await import('../inspect/javascript.test.ts');
await import('../inspect/hostile.test.ts');
await import('../proof/source/javascript/units.test.ts');
await import('../proof/source/javascript/mutants.test.ts');
await import('../proof/source/javascript/tests.test.ts');
