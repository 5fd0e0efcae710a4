/**
 * Reads the instructions of the repository for agents: its CLAUDE.md, its AGENTS.md and its skills, passed on as data.
 *
 *   Q1. They come from the commit that the work starts from. An agent cannot instruct others by editing them in its
 *       lane.
 *   Q2. A role that judges the work of others gets none: they are no part of the task.
 */
import type { Role } from '@harness/core/role/role';
import type { Skill } from '@harness/core/skills/skill';
import { git } from '../git/command.ts';
import { createProcessCache } from '../git/process-cache.ts';
import { readHeadWithoutGit } from '../git/refs/ref.ts';
import { labelFile } from './label-file.ts';
import { readSkillsAtHead, skillsText } from './repository-skills.ts';

const files = ['CLAUDE.md', 'AGENTS.md'];
const maxBytes = 32 * 1024;

/** Instructions by commit: their text never changes, and every call of every lane needs it. */
const cache = createProcessCache<Instructions>(100);

interface Instructions {
  readonly text: string;
  readonly skills: readonly Skill[];
}

/**
 * Empty if there are none, or if the role judges. `repo` is the absolute root of the target repository; `task` chooses the
 * skills.
 */
export async function readRepositoryInstructions(
  repo: string,
  { judges }: Pick<Role<never, unknown>, 'judges'>,
  task = '',
): Promise<string> {
  if (judges) return '';
  const { text, skills } = await readCached(repo);
  return [text, skillsText(skills, task)].filter((part) => part !== '').join('\n\n');
}

async function readCached(repo: string): Promise<Instructions> {
  const head = await readHeadWithoutGit(repo);
  const cached = head === null ? undefined : cache.get(head);
  if (cached !== undefined) return cached;
  const instructions = { text: await readAtHead(repo), skills: await readSkillsAtHead(repo) };
  if (head !== null && head === (await readHeadWithoutGit(repo))) cache.set(head, instructions); // HEAD has not moved
  return instructions;
}

async function readAtHead(repo: string): Promise<string> {
  const listed = await git(repo, ['ls-tree', '--name-only', 'HEAD', '--', ...files]); // most repositories have neither file
  const existing = files.filter((file) => listed.stdout.split('\n').includes(file));
  const found = await Promise.all(existing.map(async (file) => ({ file, text: await readCommitted(repo, file) })));
  return found
    .filter(({ text }) => text.trim() !== '')
    .map(({ file, text }) => labelFile(file, text, maxBytes))
    .join('\n\n');
}

async function readCommitted(repo: string, file: string): Promise<string> {
  const { exitCode, stdout } = await git(repo, ['show', `HEAD:./${file}`]);
  return exitCode === 0 ? stdout : ''; // HEAD has no such file
}
