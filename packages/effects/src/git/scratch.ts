/** A real repository in a temporary folder, with a home of its own: for tests. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { openLane } from './open.ts';
import type { Work } from './work.ts';

export interface Scratch {
  readonly root: string;
  readonly home: string;
  /** Plain git, as a user or an agent calls it. */
  git(...args: string[]): string;
  gitIn(folder: string, ...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  /** What an operation is told; `kept` collects what it reports. */
  work(run?: string, key?: string): Work & { readonly reported: string[] };
  refs(under: string): string[];
}

const made: string[] = [];
/** Made once and copied, because starting git is what takes the time. */
let template: string | undefined;

/** A repository with one commit, by a user whom git knows. */
export function scratch({ name = 'target' }: { name?: string } = {}): Scratch {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'harness-git-')));
  made.push(top);
  const [root, home] = [join(top, name), join(top, 'home')];
  mkdirSync(root);
  mkdirSync(home);
  settleIn();

  const it: Scratch = {
    root,
    home,
    git: (...args) => plainGit(root, args),
    gitIn: (folder, ...args) => plainGit(join(root, folder), args),
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    work: (run = 'run-1', key = '0/lane') => workIn(root, join(top, 'run'), run, key),
    refs: (under) => plainGit(root, ['for-each-ref', '--format=%(refname)', under]).split('\n').filter(Boolean),
  };
  template ??= makeTemplate(it);
  cpSync(template, root, { recursive: true });
  return it;
}

function makeTemplate({ root, git, write }: Scratch): string {
  git('init', '--quiet', '--template=');
  write('readme.md', 'hello\n');
  write('src/main.ts', 'export {};\n');
  write('.gitignore', 'ignored/\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  write('.harness/.gitignore', '*\n'); // as the harness writes it before any run
  const folder = mkdtempSync(join(tmpdir(), 'harness-git-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(root, folder, { recursive: true });
  return folder;
}

const settings = '[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n';

/** One home for all tests of a process: nothing of who runs them is seen, and they can run at the same time. */
function settleIn(): void {
  if (made.some((folder) => process.env['HOME'] === folder)) return;
  const home = mkdtempSync(join(tmpdir(), 'harness-git-home-'));
  made.push(home);
  process.env['HOME'] = home;
  process.env['XDG_CONFIG_HOME'] = home;
  writeFileSync(join(home, '.gitconfig'), settings);
}

/** Call it after all tests of a file. */
export function clearScratch(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A lane of this run, opened. */
export async function opened(work: Work, slug = 'add-search'): Promise<Lane> {
  const outcome = await openLane(work, { slug });
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
