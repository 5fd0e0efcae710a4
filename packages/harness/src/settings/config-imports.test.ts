import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './config.ts';
import { configImports } from './config-imports.ts';

function repository(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'harness-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write };
}

const settings = 'export default {};\n';
const library = { 'node_modules/lib/package.json': '{"main":"index.js"}', 'node_modules/lib/index.js': settings };

test.each<readonly [string, Readonly<Record<string, string>>, path: string, text: string, found: string]>([
  [
    'a preferred ending',
    { 'harness.config.ts': "export { default } from './own';", 'own.ts': settings },
    'own.tsx',
    settings,
    'own.tsx',
  ],
  [
    'the main file of a package',
    { 'harness.config.mjs': "export { default } from 'lib';", 'node_modules/lib/other.js': settings, ...library },
    'node_modules/lib/package.json',
    '{"main":"other.js"}',
    'node_modules/lib/other.js',
  ],
  [
    'paths',
    { 'harness.config.ts': "export { default } from 'lib';", 'other.ts': settings, ...library },
    'tsconfig.json',
    '{"compilerOptions":{"paths":{"lib":["./other.ts"]}}}',
    'other.ts',
  ],
  [
    'a package that cannot be followed',
    { 'harness.config.mjs': "export { default } from 'lib';", ...library },
    'node_modules/lib/index.js',
    "import 'missing-package';",
    'node_modules',
  ],
])('I1 the imports are resolved again: %s', async (_, files, path, text, found) => {
  const { root, write } = repository(files);
  expect(await configImports(root)).not.toContain(found);
  write(path, text);
  expect(await configImports(root)).toContain(found);
});

test('the files that decide the resolution are listed for each folder above an import', async () => {
  const { root } = repository({ 'harness.config.ts': "export { default } from './a/own';", 'a/own.ts': settings });
  expect([...(await configImports(root))].sort()).toEqual([
    'a/jsconfig.json',
    'a/own.ts',
    'a/package.json?resolution',
    'a/tsconfig.json',
    'harness.config.ts',
    'jsconfig.json',
    'package.json?resolution',
    'tsconfig.json',
  ]);
});

test('a configuration that is a pipe is refused and never opened', async () => {
  const { root } = repository({});
  execFileSync('mkfifo', [join(root, 'harness.config.mjs')]);
  expect(await configImports(root)).toEqual([]);
  await expect(loadConfig(root, {}, {})).rejects.toMatchObject({
    code: 'config.unreadable',
    params: { path: 'harness.config.mjs', detail: 'it is not a file' },
  });
});

test.each(['own.mjs', 'node_modules/lib/index.js'])('an import that is a pipe costs no time: %s', async (path) => {
  const { root } = repository({
    'harness.config.mjs': "import './own.mjs';\nimport 'lib';\nexport default {};\n",
    'own.mjs': settings,
    ...library,
  });
  rmSync(join(root, path));
  execFileSync('mkfifo', [join(root, path)]);
  const started = performance.now();
  await configImports(root);
  expect(performance.now() - started).toBeLessThan(3_000);
});
