/** What a lane changed, for reviewers: the number of files, and the text with binary files only named. */
import { mayOverride } from '@harness/core/test-guard/configuration';
import { gitBytes, gitErrorFrom } from '../command.ts';

export interface Diff {
  /** A renamed file counts once. */
  readonly changedFiles: number;
  /** How many of them the base has, or may override what the base has. */
  readonly touched: number;
  /** All names, of a renamed file both. */
  readonly names: readonly string[];
  /** As bytes: a file of the target may be in any encoding. */
  readonly text: Uint8Array;
}

const maxBytes = 64 * 1024 * 1024;
const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];

/** Git prints a line for each file, an empty line, and then the text; so a text that is cut counts all its files. */
export async function diffBetween(repo: string, base: string, commit: string): Promise<Diff> {
  const args = ['diff-tree', '-r', '-M', '--raw', '-p', ...plain, base, commit];
  const { exitCode, stdout, stderr, isCut } = await gitBytes(repo, args, { maxBytes });
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  const output = Buffer.from(stdout);
  const end = output.indexOf('\n\n');
  if (end === -1) return { changedFiles: 0, touched: 0, names: [], text: output };
  const rows = output.subarray(0, end).toString('latin1').split('\n');
  const touched = rows.filter((row) => !isNew(row) || mayOverride(nameIn(row))).length;
  const cut = isCut ? `\n[cut here: git diff ${base} ${commit} shows all of it]\n` : '';
  const text = Buffer.concat([output.subarray(end + 2), Buffer.from(cut)]);
  return { changedFiles: rows.length, touched, names: rows.flatMap((row) => row.split('\t').slice(1)), text };
}

const isNew = (row: string) => /^:\S+ \S+ \S+ \S+ A\t/.test(row);
/** Git puts an unusual path between quotation marks; the names that are looked for are not unusual. */
const nameIn = (row: string) => row.slice(row.indexOf('\t') + 1).replace(/^"|"$/g, '');
