/**
 * Finds the files of a change that add a secret of this process, in their text or in their names.
 *
 * Only added text counts: a file that contained the secret before is not worse now. Text that only looks like a key and
 * passwords that are ordinary words do not count, because they would block harmless changes.
 */
import { findKeys, secretEncodings } from '../../secret/known-secrets.ts';
import { GitError, gitBytes, gitErrorFrom } from '../command.ts';

const diff = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
const patch = ['-p', '--text', '--unified=0', '--no-prefix'];
const newNames = ['--name-only', '--diff-filter=A', '-z'];

export async function findFilesWithSecrets(
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
