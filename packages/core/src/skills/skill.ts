/** A skill of the repository: instructions for one kind of work, in a file `<folder>/<name>/SKILL.md` (W-161). */
import { isScalar } from 'yaml';
import { parseFields } from '../input-files/frontmatter.ts';
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';

/** The folders in which agents of common tools look for skills. */
export const skillFolders = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.gemini/skills',
  '.opencode/skills',
] as const;

export interface Skill {
  readonly path: string;
  readonly name: string;
  /** One line; may be empty. */
  readonly description: string;
  readonly text: string;
}

/** Whether the path is a skill. Names with other characters could imitate the label of a file in a prompt. */
export const isSkillPath = (path: string): boolean =>
  skillFolders.some(
    (folder) => path.startsWith(`${folder}/`) && /^[\w.-]+\/SKILL\.md$/.test(path.slice(folder.length + 1)),
  );

/** Reads a skill; without a readable frontmatter its name is that of its folder. */
export function readSkill(path: string, text: string): Skill {
  const found = splitFrontmatter(text);
  const { fields } = found.is === 'found' ? parseFields(found) : { fields: new Map<string, never>() };
  const value = (key: string) => {
    const node = (fields.get(key) as { readonly node: unknown } | undefined)?.node;
    return isScalar(node) ? String(node.value).replaceAll(/\s+/g, ' ').trim() : '';
  };
  const folder = path.split('/').at(-2) ?? path;
  return { path, name: value('name') || folder, description: value('description'), text };
}
