import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from './cli/commands.ts';
import { helpPages } from './cli/program.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const stamp = readFileSync(join(root, 'dist', 'cli', '.stamp'), 'utf8');
const parts = stamp.split('\n\n').map((part) => part.split('\n'));
const [entrySources = [], , programSources = []] = parts;
const sources = parts.flat();
const workflowFolders = readdirSync(join(root, 'packages/harness/src/workflows'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(root, 'packages/harness/src/workflows', name, 'index.ts'))); // others have no command
const loadedBy = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/import\('(.+)'\)/g)].map(([, to = '']) =>
    join(dirname(path), to),
  );

test('the bundle lists its sources, so that the launcher rebuilds it if one of them is newer', () => {
  for (const path of ['scripts/build.mjs', 'packages/harness/src/main.ts', 'packages/harness/src/cli/runs.ts'])
    expect(entrySources).toContain(path);
  const tables = ['cli/commands.ts', ...workflowFolders.map((id) => `workflows/${id}/index.ts`)];
  const loaded = tables.flatMap((table) => loadedBy(`packages/harness/src/${table}`));
  expect(loaded.length).toBeGreaterThan(commands.length);
  expect(loaded.filter((path) => !sources.includes(path))).toEqual([]);
  expect(sources.filter((path) => /node_modules|\.test\.ts$/.test(path))).toEqual([]);
});

test('the entry of the bundle contains the list of runs and loads no stream, to start fast', () => {
  const entry = readFileSync(join(root, 'dist', 'cli', 'harness.cjs'), 'utf8');
  const loaded = [...entry.matchAll(/require\("(?:node:)?([^"]+)"\)/g)].map(([, name]) => name);
  expect([...new Set(loaded)].sort()).toEqual(['fs', 'path']);
  expect(entry.length).toBeLessThan(42_000);
});

test('the launcher prints the help that the program would print, from a file, and sees when it is stale', () => {
  const print = (program: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(root, program), ...args], { encoding: 'utf8' });
  for (const args of [['autopilot', '--help'], ['mission', '-h'], ['--help']])
    expect(print('bin/harness.mjs', ...args)).toBe(print('dist/cli/harness.mjs', ...args));
  const written = JSON.parse(readFileSync(join(root, 'dist/cli/help.json'), 'utf8')) as Record<string, string>;
  const pages = [...helpPages()];
  expect(pages.length).toBeGreaterThan(commands.length);
  expect(pages.filter(([name, page]) => written[name] !== page || !page.startsWith('Usage: harness '))).toEqual([]);
  const deciding = ['cli/program.ts', 'cli/commands.ts', 'cli/options.ts', 'workflows/autopilot/index.ts'];
  expect(programSources).toEqual(expect.arrayContaining(deciding.map((path) => `packages/harness/src/${path}`)));
});

test('the entry of the bundle contains no workflow', () => {
  expect(entrySources.filter((path) => /\/workflows\//.test(path))).toEqual([]);
});

test('the entry of the Stop hook is small, and loads the session of a loop only by its name', () => {
  const entry = readFileSync(join(root, 'dist', 'cli', 'stop-hook.cjs'), 'utf8');
  const loaded = [...entry.matchAll(/require\("(?:node:)?([^"]+)"\)/g)].map(([, name]) => name);
  expect([...new Set(loaded)].sort()).toEqual(['fs', 'path', 'vm']);
  expect(entry.length).toBeLessThan(20_000);
  const [session = ''] = /stop-hook-session-[0-9a-f]{10}\.cjs/.exec(entry) ?? [];
  const text = readFileSync(join(root, 'dist', 'cli', session), 'utf8');
  expect(text.length, 'neither the schemas nor the language tables of the engine are in it').toBeLessThan(100_000);
  expect(existsSync(join(root, 'dist', 'cli', `${session}.cache`))).toBe(true);
});
