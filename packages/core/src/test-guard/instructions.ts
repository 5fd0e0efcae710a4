/**
 * Finds files that instruct later agents: a change must not give orders unasked.
 *
 *   I1. A plan is an order: the queue carries it out. A completed plan opens those that depend on it.
 *   I2. Context files, skills and instructions such as `CLAUDE.md` reach the agents of later runs, or of the user.
 *   I3. The plan that a run carries out may get notes, but its frontmatter stays: it says what the plan covers.
 *   I4. Names are compared without case: a case-insensitive disk finds `claude.md` too.
 *   I5. A document that is committed unasked, such as a page of the documenter, must instruct no agent.
 *   I6. Later features are planned from a spec, and the product is compared with it.
 */

import { looksLikePlan } from '../input-files/plan-file.ts';
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import type { TouchedFile } from './touched-file.ts';

export const instructionKinds = ['plan', 'context', 'skill', 'instructions', 'spec'] as const;
export type InstructionKind = (typeof instructionKinds)[number];

/** Folders of the repository, from its configuration. */
export interface InstructionFolders {
  readonly planDir: string;
  readonly completedDir: string;
  readonly contextDir: string;
  /** Files that the product is built by, or compared with. */
  readonly specs?: readonly string[];
}

/** Folders and files in which the common agents look for instructions, settings and programs, in any folder. */
const skills = /(?:^|\/)\.(?:claude|agents|codex|gemini|opencode)\/skills(?:\/|$)/i;
const instructions = [
  /(?:^|\/)(?:claude|agents|gemini)(?:\.[\w-]+)?\.md$/i,
  /(?:^|\/)\.(?:claude|agents|codex|gemini|opencode|cursor)(?:\/|$)/i,
  /(?:^|\/)(?:\.mcp\.json|opencode\.jsonc?|\.cursorrules|\.windsurfrules|\.clinerules(?:\/.*)?)$/i,
  /^\.github\/(?:copilot-instructions\.md$|instructions\/)/i,
];

/** `null` if the file instructs no agent. */
export function instructionKindOf(path: string, folders?: InstructionFolders): InstructionKind | null {
  if (folders && isPlanPath(path, folders)) return 'plan';
  if (folders?.specs?.some((spec) => isSamePath(spec, path))) return 'spec';
  if (folders && nameIn(folders.contextDir, path)?.endsWith('.md')) return 'context';
  if (skills.test(path)) return 'skill';
  return instructions.some((one) => one.test(path)) ? 'instructions' : null;
}

/** I5: a regular Markdown file that instructs no agent. `mode` is that of git, with only zeros for a deleted file. */
export const isOnlyDocument = (
  { path, mode }: { readonly path: string; readonly mode: string },
  folders?: InstructionFolders,
): boolean => path.endsWith('.md') && /^(?:0+|100644)$/.test(mode) && instructionKindOf(path, folders) === null;

/** I3; `item` is the id of the plan. */
export function isNoteInOwnPlan(
  { path, newPath, before, after }: Omit<TouchedFile, 'hash'>,
  item: string | undefined,
  { planDir }: InstructionFolders,
): boolean {
  if (item === undefined || before === null || after === null || path !== newPath) return false;
  const [was, is] = [splitFrontmatter(before), splitFrontmatter(after)];
  const isSame = was.is === 'found' && is.is === 'found' && was.yaml === is.yaml;
  return isSame && nameIn(planDir, path)?.startsWith(`${item}-`) === true;
}

/** Any file whose name the reader of plans takes for one, also if it is invalid. */
const isPlanPath = (path: string, { planDir, completedDir }: Omit<InstructionFolders, 'contextDir'>): boolean =>
  [planDir, completedDir].some((folder) => looksLikePlan(nameIn(folder, path) ?? ''));

const isSamePath = (given: string, path: string): boolean =>
  given.replace(/^\.\//, '').toLowerCase() === path.toLowerCase();

/** The name of a file directly in the folder, in lower case; `null` if it is elsewhere. */
function nameIn(folder: string, path: string): string | null {
  const start = `${folder.replace(/^\.\//, '').replace(/\/+$/, '')}/`.toLowerCase();
  const name = path.toLowerCase().slice(start.length);
  return path.toLowerCase().startsWith(start) && name !== '' && !name.includes('/') ? name : null;
}
