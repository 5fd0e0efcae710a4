/**
 * Refuses a change that adds a secret of this process, in text or in names of files, or text with the form of a key.
 *
 * Only added text counts: a file that contained the secret before is not worse now. Passwords that are ordinary words do
 * not count, because they would block harmless changes. Text that only looks like a key is asked about; text that the
 * base contains anywhere is not.
 */
import { fail, type Outcome } from '@harness/core/failure/failure';
import { type AddedLine, findKeyShapes } from '../../secret/key-shapes.ts';
import { findKeys, secretEncodings } from '../../secret/known-secrets.ts';
import { isSetTo } from '../accepted-setting.ts';
import { GitError, git, gitBytes, gitErrorFrom } from '../command.ts';
import { createProcessCache } from '../process-cache.ts';

const diff = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
const patch = ['-p', '--text', '--unified=0', '--no-prefix'];
const newNames = ['--name-only', '--diff-filter=A', '-z'];

/** Changes without a secret: commits never change, and neither do the keys of this process. */
const clean = createProcessCache<true>();

/** `null` if the change contains no secret. */
export async function refuseSecrets(repo: string, base: string, commit: string): Promise<Outcome<never> | null> {
  const change = [repo, base, commit].join('\0');
  if (clean.has(change)) return null;
  const refused = await searchSecrets(repo, base, commit);
  if (refused === null) clean.set(change, true);
  return refused;
}

async function searchSecrets(repo: string, base: string, commit: string): Promise<Outcome<never> | null> {
  const leaks = await findFilesWithSecrets(repo, base, commit);
  if (leaks.length > 0) return fail('secret.in-change', { files: leaks.join(', ') });
  const shapes = await findShapedKeys(repo, base, commit);
  return shapes.length > 0 ? fail('secret.shaped', { files: shapes.slice(0, maxNamed).join(', ') }) : null;
}

const maxNamed = 10;
/** A person accepts such text for the repository. */
const agreement = ['harness.keyShapes', 'off'] as const;

/** `file:line` of each text with the form of a key that the base does not contain. */
async function findShapedKeys(repo: string, base: string, commit: string): Promise<readonly string[]> {
  const lines = parseAddedLines(await readDiff(repo, [...diff, ...patch, base, commit]));
  const shapes = findKeyShapes(lines);
  if (shapes.length === 0) return [];
  if (await isSetTo(repo, ...agreement)) return [];
  const found: string[] = [];
  for (const { file, line, value } of shapes)
    if ((await git(repo, ['grep', '--quiet', '-F', '-e', value, base])).exitCode !== 0) found.push(`${file}:${line}`);
  return found;
}

function parseAddedLines(text: string): readonly AddedLine[] {
  return text
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((part) => {
      const lines = part.split('\n');
      const head = lines.findIndex((line) => line.startsWith('@@'));
      const file = parseName(lines.slice(0, Math.max(0, head)));
      let line = 0;
      return lines.slice(head === -1 ? lines.length : head).flatMap((row): readonly AddedLine[] => {
        const at = /^@@ -\S+ \+(?<at>\d+)/.exec(row)?.groups?.['at'];
        if (at !== undefined) line = Number(at);
        return row.startsWith('+') ? [{ file, line: line++, text: row.slice(1) }] : [];
      });
    });
}

async function findFilesWithSecrets(
  repo: string,
  base: string,
  commit: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  const secrets = findKeys(environment).flatMap(secretEncodings);
  if (secrets.length === 0) return [];
  const names = (await readDiff(repo, [...diff, ...newNames, base, commit])).split('\0');
  const named = names.filter((name) => secrets.some((secret) => name.includes(secret)));
  const written = parseDiff(await readDiff(repo, [...diff, ...patch, base, commit]))
    .filter(({ added, removed }) => secrets.some((secret) => added.includes(secret) && !removed.includes(secret)))
    .map(({ file }) => file);
  return [...new Set([...named, ...written])].sort();
}

async function readDiff(repo: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr, isCut } = await gitBytes(repo, args);
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  if (isCut) throw new GitError('the change is too large to search it for secrets');
  return Buffer.from(stdout).toString('utf8');
}

interface Change {
  readonly file: string;
  readonly added: string;
  readonly removed: string;
}

/** Files of a diff without context. `diff --git` never starts a line of a file, because those start with a sign. */
function parseDiff(text: string): readonly Change[] {
  const files = text.split(/^diff --git /m).slice(1);
  return files.map((file) => {
    const lines = file.split('\n');
    const head = lines.findIndex((line) => line.startsWith('@@'));
    const side = (sign: '+' | '-') =>
      lines
        .slice(head === -1 ? lines.length : head)
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    return { file: parseName(lines.slice(0, Math.max(0, head))), added: side('+'), removed: side('-') };
  });
}

/** Git ends a name that contains a space with a tab. */
const parseName = (head: readonly string[]) =>
  head
    .find((line) => line.startsWith('+++ '))
    ?.slice('+++ '.length)
    .replace(/\t$/, '') ?? '?';
