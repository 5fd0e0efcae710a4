/**
 * Reads the instructions of the repository for agents: its CLAUDE.md and AGENTS.md, passed on as data.
 *
 *   Q1. They come from the commit that the work starts from. An agent cannot instruct others by editing them in its lane.
 *   Q2. A role that judges the work of others gets none: they are no part of the task.
 */
import type { Role } from '@harness/core/role/role';
import { headBytes, omittedNotice } from '../excerpt.ts';
import { git } from '../git/command.ts';
import { createProcessCache } from '../git/process-cache.ts';
import { headAtHand } from '../git/refs/ref.ts';

const files = ['CLAUDE.md', 'AGENTS.md'];
const maxBytes = 32 * 1024;

/** What a commit says it says for ever; every call of every lane is told it. */
const said = createProcessCache<string>(100);

/** Empty if there are none, or if the role judges. `repo` is the absolute root of the target repository. */
export async function readRepositoryInstructions(
  repo: string,
  { judges }: Pick<Role<never, unknown>, 'judges'>,
): Promise<string> {
  if (judges) return '';
  const head = await headAtHand(repo);
  const known = head === null ? undefined : said.get(head);
  if (known !== undefined) return known;
  const words = await wordsAtHead(repo);
  if (head !== null && head === (await headAtHand(repo))) said.set(head, words); // nobody moved it meanwhile
  return words;
}

async function wordsAtHead(repo: string): Promise<string> {
  const listed = await git(repo, ['ls-tree', '--name-only', 'HEAD', '--', ...files]); // most have neither
  const there = files.filter((file) => listed.stdout.split('\n').includes(file));
  const found = await Promise.all(there.map(async (file) => ({ file, text: await committed(repo, file) })));
  return found
    .filter(({ text }) => text.trim() !== '')
    .map(({ file, text }) => labelled(file, text))
    .join('\n\n');
}

async function committed(repo: string, file: string): Promise<string> {
  const { exitCode, stdout } = await git(repo, ['show', `HEAD:./${file}`]);
  return exitCode === 0 ? stdout : ''; // it has none
}

function labelled(file: string, text: string): string {
  const bytes = Buffer.from(text.replace(/<\/(?=\s*file)/gi, '<\\/'));
  const rest = bytes.length - maxBytes;
  const said = rest > 0 ? `${headBytes(bytes, maxBytes)}${omittedNotice(rest)}` : bytes.toString('utf8');
  return `<file path="${file}" trust="data">\n${said}\n</file>`;
}
