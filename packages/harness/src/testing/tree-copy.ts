/** A copy of this repository in a temporary folder, with its own packages and links to the installed dependencies. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');

export interface TreeCopy {
  readonly path: string;
  /** Adds the files below a folder of `docs/` and the list lines of a page, like a person who follows the page. */
  follow(page: string, folder: string): void;
  edit(path: string, change: (text: string) => string): void;
  /** Paths of existing files that differ. */
  changed(): readonly string[];
  /** Runs a tool of the repository; returns its exit code and output. */
  tool(name: string, ...args: readonly string[]): { readonly exitCode: number | null; readonly output: string };
}

export function copyTree(): TreeCopy {
  const path = mkdtempSync(join(tmpdir(), 'harness-tree-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  // Keep the times, so that the launcher of the copy does not consider the dependencies outdated.
  for (const file of listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name))))
    cpSync(join(root, file), join(path, file), { recursive: true, preserveTimestamps: true });
  linkDependencies(path);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: path,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=Before');
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(path, file), 'utf8');
    const after = change(text);
    if (after === text) throw new Error(`${file} did not change`);
    writeFileSync(join(path, file), after);
  };
  return {
    path,
    edit,
    follow(page, folder) {
      cpSync(join(root, 'docs', folder), path, { recursive: true });
      for (const [file, lines] of listLinesOf(readFileSync(join(root, 'docs', page), 'utf8')))
        edit(file, (text) => addLines(text, lines));
    },
    changed: () => git('diff', '--name-only').trim().split('\n'),
    tool(name, ...args) {
      const program = join(root, 'node_modules', '.bin', name);
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: path, encoding: 'utf8' });
      return { exitCode: status, output: `${stdout}${stderr}` };
    },
  };
}

/** Links every installed package except `@harness`, which must be that of the copy. */
function linkDependencies(path: string): void {
  const own = '@harness';
  const installed = '.package-lock.json';
  mkdirSync(join(path, 'node_modules', own), { recursive: true });
  cpSync(join(root, 'node_modules', installed), join(path, 'node_modules', installed)); // newer than the lock file, so that nothing is installed
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== own && one !== installed))
    symlinkSync(join(root, 'node_modules', name), join(path, 'node_modules', name));
  for (const name of readdirSync(join(path, 'packages')))
    symlinkSync(join(path, 'packages', name), join(path, 'node_modules', own, name));
}

/** The blocks of a page that start with the path of the file to which their lines are added. */
function listLinesOf(page: string): ReadonlyMap<string, readonly string[]> {
  const blocks = [...page.matchAll(/^```ts (packages\/\S+)\n([\s\S]*?)^```$/gm)];
  if (blocks.length === 0) throw new Error('the page names no list');
  return new Map(blocks.map(([, file = '', lines = '']) => [file, lines.trimEnd().split('\n')]));
}

/** An import goes before the first blank line, an entry to the top of the last list that opens. */
function addLines(text: string, lines: readonly string[]): string {
  const imports = lines.filter((line) => line.startsWith('import '));
  const entries = lines.filter((line) => !line.startsWith('import '));
  const [head = '', ...rest] = text.split('\n\n');
  const withImports = [[head, ...imports].join('\n'), ...rest].join('\n\n');
  return withImports.replace(/^((?:const list|export const \w+(?:: [^\n]*)?) = [[{]\n)/m, `$1${entries.join('\n')}\n`);
}
