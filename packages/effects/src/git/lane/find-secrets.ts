/**
 * Which files of a change bring a secret along that this process was handed.
 *
 * Only what is added counts: a file that held it before is not made worse. What merely has the form of a key does not
 * count either, nor a password that is an ordinary word: a change that cannot be committed helps nobody.
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
  return changesIn(Buffer.from(stdout).toString('utf8'))
    .filter(({ added, removed }) => secrets.some((secret) => added.includes(secret) && !removed.includes(secret)))
    .map(({ file }) => file);
}

interface Change {
  readonly file: string;
  readonly added: string;
  readonly removed: string;
}

/** Each file of a diff without context. A line that begins with `diff --git` is never a line of a file: those begin with a sign. */
function changesIn(diff: string): readonly Change[] {
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
    return { file: nameIn(lines.slice(0, Math.max(0, head))), added: side('+'), removed: side('-') };
  });
}

/** Git ends a name that has a space in it with a tab. */
const nameIn = (head: readonly string[]) =>
  head
    .find((line) => line.startsWith('+++ '))
    ?.slice('+++ '.length)
    .replace(/\t$/, '') ?? '?';
