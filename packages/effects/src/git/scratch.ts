/** Creates real repositories in a temporary folder with its own home, for tests. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import type { GitContext } from './context.ts';
import { performOpenLane } from './lane/open-lane.ts';

export interface Scratch {
  readonly root: string;
  readonly home: string;
  /** Plain git, as a user or an agent calls it. */
  git(...args: string[]): string;
  gitIn(folder: string, ...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  /** Context of an operation; `reported` collects the reported refs. */
  work(run?: string, key?: string): GitContext & { readonly reported: string[] };
  refs(under: string): string[];
}

/** Folder of one test file: its repositories, its home, and leftovers of killed processes. */
let testRoot: string | undefined;
const redirected = ['HOME', 'XDG_CONFIG_HOME', 'TMPDIR'] as const;
let before: Readonly<Partial<Record<(typeof redirected)[number], string>>> = {};

export function scratch({ name = 'target' }: { name?: string } = {}): Scratch {
  testRoot ??= createTestRoot();
  const top = mkdtempSync(join(testRoot, 'scratch-'));
  const [root, home] = [join(top, name), join(top, 'home')];
  mkdirSync(home);
  cpSync(join(testRoot, 'template'), root, { recursive: true });
  return {
    root,
    home,
    git: (...args) => plainGit(root, args),
    gitIn: (folder, ...args) => plainGit(join(root, folder), args),
    write: (path, content) => writeIn(root, path, content),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    work: (run = 'run-1', key = '0/lane') => workIn(root, join(top, 'run'), run, key),
    refs: (under) => plainGit(root, ['for-each-ref', '--format=%(refname)', under]).split('\n').filter(Boolean),
  };
}

/** Call it after all tests of a file. */
export function clearScratch(): void {
  if (testRoot === undefined) return;
  rmSync(testRoot, { recursive: true, force: true });
  for (const name of redirected)
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  testRoot = undefined;
}

/** Hides the settings of the user who runs the tests. One home per file, so that its tests can run at the same time. */
function createTestRoot(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harness-git-')));
  before = Object.fromEntries(redirected.map((name) => [name, process.env[name]]));
  for (const name of redirected) process.env[name] = folder;
  const settings = '[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n';
  writeIn(folder, '.gitconfig', settings);
  makeTemplate(join(folder, 'template'));
  return folder;
}

/** Created once and copied, because starting git is slow. */
function makeTemplate(root: string): void {
  writeIn(root, 'readme.md', 'hello\n');
  writeIn(root, 'src/main.ts', 'export {};\n');
  writeIn(root, '.gitignore', 'ignored/\n');
  plainGit(root, ['init', '--quiet', '--template=']);
  plainGit(root, ['add', '.']);
  plainGit(root, ['commit', '--quiet', '-m', 'first']);
  writeIn(root, '.harness/.gitignore', '*\n'); // as the harness writes it before a run
}

function writeIn(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

export async function openTestLane(work: GitContext, slug = 'add-search'): Promise<Lane> {
  const outcome = await performOpenLane(work, { slug });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

export function plainGit(cwd: string, args: readonly string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const output = execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.replace(/\n$/, '');
}

function workIn(repo: string, runFolder: string, run: string, key: string) {
  const reported: string[] = [];
  const kept = async (ref: string) => {
    reported.push(ref);
  };
  return { repo, common: join(repo, '.git'), run, key, runFolder, interrupted: false, kept, reported };
}
