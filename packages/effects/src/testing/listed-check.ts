/** Supports tests of listed checks: a repository, a check with `lists`, and rows that are short to compare. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckReport } from '@harness/core/effects/check';
import type { TestResults } from '@harness/core/test-report/results';
import { expect } from 'vitest';
import { checkPerformer } from '../check/performer.ts';
import { testFolder } from '../test-folder.ts';
import { noSandboxReason, testSandbox } from './sandbox.ts';

export const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

type Files = Readonly<Record<string, string>>;

/** `isRoom`: the check runs in a clean room of a commit with these files. */
export async function setUpListedCheck(files: Files, { isBoxed = false, isRoom = false, name = 'repo' } = {}) {
  const top = await testFolder();
  const repo = join(top, name);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: repo, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
  const commit = isRoom ? { commit: git('rev-parse', 'HEAD') } : {};
  const runFolder = join(repo, '.harness/runs/run-1');
  mkdirSync(runFolder, { recursive: true });
  const sandbox = isBoxed ? await testSandbox(repo) : undefined;
  const environment = { ...process.env, XDG_CACHE_HOME: join(top, 'cache') };
  const performer = checkPerformer({ repo, runFolder: () => runFolder, environment, sandbox });
  const perform = async (command: string, lists = true) => {
    const { outcome } = await performer.perform(
      { command, cwd: '.', timeoutMs: 60_000, ...commit, ...(lists ? { lists } : {}) },
      {
        run: 'run-1',
        key: '4/report',
        interrupted: false,
        earlier: undefined,
        signal: new AbortController().signal,
        report: () => undefined,
        allowances: () => [],
        note: async () => undefined,
      },
    );
    return (outcome as { value: CheckReport }).value;
  };
  const list = async (command: string) => {
    const report = await perform(command);
    const text = readFileSync(join(runFolder, report.results?.path ?? 'none'), 'utf8');
    expect(readdirSync(runFolder).filter((one) => one.startsWith('test-reports'))).toEqual([]);
    return { ...report, results: JSON.parse(text) as TestResults };
  };
  return { repo, perform, list };
}

/** `+` passed, `-` failed, `o` skipped. */
const marks = { passed: '+', failed: '-', skipped: 'o' } as const;
export const rows = ({ tests }: TestResults) =>
  tests?.map(({ name, is, file }) => `${marks[is]} ${name} (${file})`) ?? null;

/** With and without a sandbox, if there is one. */
export const modes = [
  ['without a sandbox', false],
  ...(noSandboxReason === undefined ? [['in a sandbox', true] as const] : []),
] as const;

export const goodTest = "const { test } = require('node:test');\ntest('good', () => {});\n";

/** Packages of this repository, in a folder that the check may write. */
export function linkPackages(repo: string): void {
  const packages = join(import.meta.dirname, '../../../../node_modules');
  mkdirSync(join(repo, 'node_modules'));
  for (const name of readdirSync(packages))
    if (!name.startsWith('.vite')) symlinkSync(join(packages, name), join(repo, 'node_modules', name));
}

export const vitestFiles: Files = {
  'vitest.config.mjs': "export default { test: { reporters: ['junit'], outputFile: 'mine.xml' } };\n",
  'src/a.test.mjs': `import { describe, expect, test } from 'vitest';
describe('s', () => { describe('s', () => { test('in', () => {}); test('fails', () => expect(1).toBe(2)); }); });
test.skip('later', () => {});
`,
};
export const vitestRows = [
  '+ s > s > in (src/a.test.mjs)',
  '- s > s > fails (src/a.test.mjs)',
  'o later (src/a.test.mjs)',
];
