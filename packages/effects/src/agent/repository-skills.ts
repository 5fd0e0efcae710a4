/**
 * Reads the skills of the repository and passes them on as data (W-161). They have no effect of their own: no tool of an
 * agent loads them.
 *
 *   K1. They come from the commit that the work starts from. An agent cannot instruct others by writing a skill.
 *   K2. Their number and their length are limited, whatever the repository contains.
 */

import { fenceText } from '@harness/core/role/role';
import { type ChosenSkills, chooseSkills } from '@harness/core/skills/choose-skills';
import { isSkillPath, readSkill, type Skill, skillFolders } from '@harness/core/skills/skill';
import { readBlobs } from '../git/blobs.ts';
import { git } from '../git/command.ts';
import { labelFile } from './label-file.ts';

const maxSkills = 100;
const maxSkillBytes = 64 * 1024;
const maxGivenBytes = 16 * 1024;
const maxGiven = 3;
const maxListed = 40;
const maxDescription = 200;

/** Empty if there is none, or no commit yet. */
export async function readSkillsAtHead(repo: string): Promise<readonly Skill[]> {
  const { stdout } = await git(repo, ['ls-tree', '-r', '-z', '-l', 'HEAD', '--', ...skillFolders]);
  const files = stdout.split('\0').flatMap(parseFile).slice(0, maxSkills);
  if (files.length === 0) return [];
  const texts = await readBlobs(
    repo,
    files.map(({ id }) => id),
  );
  return files.flatMap(({ path }, n) => (texts[n] === undefined ? [] : [readSkill(path, texts[n])]));
}

/** One line of `ls-tree`. Links, submodules and large files are no skills. */
function parseFile(line: string): readonly { readonly path: string; readonly id: string }[] {
  const [, mode, id = '', size, path = ''] = /^(\d+) blob (\w+) +(\d+)\t(.*)$/s.exec(line) ?? [];
  const isText = mode?.startsWith('100') && Number(size) <= maxSkillBytes;
  return isText && isSkillPath(path) ? [{ path, id }] : [];
}

/** The part of the prompt about skills; empty if the repository has none. */
export function skillsText(skills: readonly Skill[], task: string): string {
  if (skills.length === 0) return '';
  const { given, listed } = limitSkills(chooseSkills(skills, task));
  const rows = listed.map(({ path, name, description }) =>
    `- ${path}: ${name}. ${description.slice(0, maxDescription)}`.trim(),
  );
  return [
    ...given.map(({ path, text }) => labelFile(path, text, maxGivenBytes)),
    ...(rows.length === 0 ? [] : [fenceText('other skills of the repository', rows.join('\n'))]),
  ].join('\n\n');
}

const limitSkills = ({ given, listed }: ChosenSkills): ChosenSkills => ({
  given: given.slice(0, maxGiven),
  listed: [...given.slice(maxGiven), ...listed].slice(0, maxListed),
});
