/**
 * Finds the files of a change that add a secret of this process.
 *
 * Only added text counts: a file that contained the secret before is not worse now. Text that only looks like a key and
 * passwords that are ordinary words do not count, because they would block harmless changes.
 */
import { findKeys, secretEncodings } from '../../secret/known-secrets.ts';
import { gitBytes, gitErrorFrom } from '../command.ts';

const args = ['diff-tree', '-r', '-p', '--text', '--unified=0', '--no-renames', '--no-ext-diff', '--no-textconv'];
const plain = ['--no-color', '--no-prefix'];

export async function findFilesWithSecrets(
  repo: string,
  base: string,
  commit: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  const secrets = findKeys(environment).flatMap(secretEncodings);
  if (secrets.length === 0) return [];
  const { exitCode, stdout, stderr } = await gitBytes(repo, [...args, ...plain, base, commit]);
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  return parseDiff(Buffer.from(stdout).toString('utf8'))
    .filter(({ added, removed }) => secrets.some((secret) => added.includes(secret) && !removed.includes(secret)))
    .map(({ file }) => file);
}

interface Change {
  readonly file: string;
  readonly added: string;
  readonly removed: string;
}

/** Files of a diff without context. `diff --git` never starts a line of a file, because those start with a sign. */
function parseDiff(diff: string): readonly Change[] {
  const files = diff.split(/^diff --git /m).slice(1);
  return files.map((text) => {
    const lines = text.split('\n');
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
