/**
 * Reads the instructions of the repository for agents: its CLAUDE.md and AGENTS.md, passed on as data.
 *
 *   Q1. They come from the commit that the work starts from. An agent cannot instruct others by editing them in its
 *       lane.
 *   Q2. A role that judges the work of others gets none: they are no part of the task.
 */
import type { Role } from '@harness/core/role/role';
import { headBytes, omittedNotice } from '../excerpt.ts';
import { git } from '../git/command.ts';
import { createProcessCache } from '../git/process-cache.ts';
import { readHeadWithoutGit } from '../git/refs/ref.ts';

const files = ['CLAUDE.md', 'AGENTS.md'];
const maxBytes = 32 * 1024;

/** Instructions by commit: their text never changes, and every call of every lane needs it. */
const cache = createProcessCache<string>(100);

/** Empty if there are none, or if the role judges. `repo` is the absolute root of the target repository. */
export async function readRepositoryInstructions(
  repo: string,
  { judges }: Pick<Role<never, unknown>, 'judges'>,
): Promise<string> {
  if (judges) return '';
  const head = await readHeadWithoutGit(repo);
  const cached = head === null ? undefined : cache.get(head);
  if (cached !== undefined) return cached;
  const instructions = await readAtHead(repo);
  if (head !== null && head === (await readHeadWithoutGit(repo))) cache.set(head, instructions); // HEAD has not moved
  return instructions;
}

async function readAtHead(repo: string): Promise<string> {
  const listed = await git(repo, ['ls-tree', '--name-only', 'HEAD', '--', ...files]); // most repositories have neither file
  const existing = files.filter((file) => listed.stdout.split('\n').includes(file));
  const found = await Promise.all(existing.map(async (file) => ({ file, text: await readCommitted(repo, file) })));
  return found
    .filter(({ text }) => text.trim() !== '')
    .map(({ file, text }) => labelFile(file, text))
    .join('\n\n');
}

async function readCommitted(repo: string, file: string): Promise<string> {
  const { exitCode, stdout } = await git(repo, ['show', `HEAD:./${file}`]);
  return exitCode === 0 ? stdout : ''; // HEAD has no such file
}

function labelFile(file: string, text: string): string {
  const bytes = Buffer.from(text.replace(/<\/(?=\s*file)/gi, '<\\/'));
  const rest = bytes.length - maxBytes;
  const content = rest > 0 ? `${headBytes(bytes, maxBytes)}${omittedNotice(rest)}` : bytes.toString('utf8');
  return `<file path="${file}" trust="data">\n${content}\n</file>`;
}
