/**
 * Reads all subsystem specs of a repository.
 *
 *   RS1. Every defect of every spec is reported at once, by its file and the path inside it. A defect hides no other one.
 *   RS2. A relation counts from both sides: a dependent of a spec has it as a provider, and a dependency as a consumer.
 *   RS3. A cycle of dependencies, and a glob that two specs share, are warnings: both exist in real products.
 */
import type { Invariant } from '../effects/issues.ts';
import { findOverlaps } from './overlaps.ts';
import { type SpecDefect, type SpecWarning, specProblem } from './problem.ts';
import { readFields, type SpecFields } from './read-fields.ts';
import { findCycles, findRelationDefects, findRelations, type GivenSpec } from './relations.ts';
import { isSpecName, type SpecDocument } from './spec-schema.ts';
import { type Subsystem, specsFolder } from './subsystem.ts';
import { maxYamlBytes, readYamlDocument } from './yaml-document.ts';

export interface SpecFile {
  readonly path: string;
  readonly content:
    | { readonly is: 'text'; readonly text: string }
    | { readonly is: 'link' | 'too-large' | 'not-text' }
    | { readonly is: 'unreadable'; readonly detail: string };
}

export interface SpecsRead {
  /** Specs in order, by id. Complete only if there is no defect. */
  readonly subsystems: readonly Subsystem[];
  readonly defects: readonly SpecDefect[];
  readonly warnings: readonly SpecWarning[];
}

/** Of more specs, only these are read, and that is a defect. */
export const maxSpecs = 500;

interface Draft extends SpecFields, GivenSpec {
  /** It is a file whose place matters: no link, and no folder that cannot be read. */
  readonly isPlaced: boolean;
  readonly text: string;
  /** The folder and the name of the file. */
  readonly system: string;
  readonly name: string;
}

export function readSpecs(files: readonly SpecFile[]): SpecsRead {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const notRead = sorted.filter(({ path, content }) => content.is !== 'link' && path.endsWith('.yml'));
  const specs = sorted.filter((file) => !notRead.includes(file));
  const drafts = specs.slice(0, maxSpecs).map(readDraft);
  const ids = drafts.flatMap(({ id }) => (id === null ? [] : [id]));
  const tooMany =
    specs.length > maxSpecs ? [specProblem({ file: specsFolder }, 'too-many', { maximum: maxSpecs })] : [];
  const defects = [
    ...tooMany,
    ...drafts.flatMap((draft) => [
      ...draft.defects,
      ...placeDefects(draft, drafts),
      ...invariantDefects(draft),
      ...findRelationDefects(draft, ids),
    ]),
  ];
  const relations = findRelations(drafts);
  const broken = new Set(defects.map(({ file }) => file));
  const subsystems = drafts.flatMap(({ id, file, text, fields }): readonly Subsystem[] =>
    id === null || broken.has(file)
      ? []
      : [{ ...subsystemOf(id, fields as SpecDocument), ...relations(id), file, text }],
  );
  const warnings = [
    ...notRead.map(({ path }) => specProblem({ file: path }, 'not-read')),
    ...drafts.flatMap((draft) => draft.warnings),
    ...findCycles(subsystems),
    ...findOverlaps(subsystems),
  ];
  return { subsystems, defects, warnings };
}

/** Whether a file of this path is read, or its name warned about. Any link below the folder is a defect. */
export const isSubsystemSpec = (path: string): boolean => path.startsWith(`${specsFolder}/`) && /\.ya?ml$/.test(path);

function readDraft({ path: file, content }: SpecFile): Draft {
  const base = {
    file,
    text: '',
    isPlaced: content.is !== 'link' && content.is !== 'unreadable',
    ...placeOf(file),
    given: {},
    fields: {},
    warnings: [],
  };
  const failed = (...defects: readonly SpecDefect[]) => ({ ...base, defects });
  switch (content.is) {
    case 'link':
    case 'not-text':
      return failed(specProblem({ file }, content.is));
    case 'too-large':
      return failed(specProblem({ file }, 'too-large', { maximum: maxYamlBytes / 1024 }));
    case 'unreadable':
      return failed(specProblem({ file }, 'unreadable', { detail: content.detail }));
    case 'text': {
      const { text } = content;
      if (/[\0\uFFFD]/.test(text)) return failed(specProblem({ file }, 'not-text'));
      const read = readYamlDocument(text);
      if (!read.ok)
        return failed(...read.problems.map(({ code, params }) => ({ file, at: '', code, params }) as SpecDefect));
      return { ...base, text, given: read.value, ...readFields(file, read.value) };
    }
  }
}

function placeOf(file: string): Pick<Draft, 'id' | 'system' | 'name'> {
  const [, system = '', name = ''] = new RegExp(`^${specsFolder}/([^/]+)/([^/]+)\\.yaml$`).exec(file) ?? [];
  return { system, name, id: isSpecName(system) && isSpecName(name) ? `${system}/${name}` : null };
}

function placeDefects(draft: Draft, drafts: readonly Draft[]): readonly SpecDefect[] {
  const { file, id, system, name, fields, isPlaced } = draft;
  if (id === null) return isPlaced ? [specProblem({ file }, 'place')] : [];
  const same = drafts.find((other) => other.file < file && other.id?.toLowerCase() === id.toLowerCase());
  const wrong = (at: 'id' | 'system', expected: string, ...allowed: readonly (string | undefined)[]) =>
    allowed.includes(fields[at]) ? [] : [specProblem({ file, at }, 'other-name', { expected })];
  return [
    ...(same ? [specProblem({ file }, 'same-subsystem', { other: same.file })] : []),
    ...wrong('id', name, name, id, undefined),
    ...wrong('system', system, system, undefined),
  ];
}

/** The default ids count too. */
function invariantDefects({ file, given }: Draft): readonly SpecDefect[] {
  const all: readonly unknown[] = Array.isArray(given['invariants']) ? given['invariants'] : [];
  const ids = all.map((one, n) => {
    const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined;
    return typeof id === 'string' ? id : defaultId(n);
  });
  return ids.flatMap((id, n) =>
    ids.indexOf(id) < n ? [specProblem({ file, at: `invariants[${n}]` }, 'twice', { id })] : [],
  );
}

const defaultId = (n: number) => `INV-${n + 1}`;

const subsystemOf = (
  id: string,
  fields: SpecDocument,
): Omit<Subsystem, 'file' | 'text' | 'consumers' | 'providers'> => ({
  id,
  description: fields.description,
  owned: fields.paths.owned,
  publicApi: fields.paths.public_api ?? [],
  invariants: fields.invariants.map((one, n) => invariantOf(id, one, n)),
  tier0: fields.tests?.tier0 ?? [],
  tier1: fields.tests?.tier1 ?? [],
  gaps: (fields.gaps ?? [])
    .filter(({ status }) => status !== 'addressed')
    .map((gap) => ({ id: gap.id, title: gap.title, priority: gap.priority ?? leastPriority }))
    .sort((a, b) => a.priority - b.priority),
  recentFixes: (fields.recently_fixed ?? []).map(({ description, files }) => ({ description, files: files ?? [] })),
  skills: (fields.helpful_skills ?? []).map(skillText),
});

const leastPriority = 5;

function invariantOf(subsystem: string, given: SpecDocument['invariants'][number], n: number): Invariant {
  const { id = defaultId(n), text, command } = given as { id?: string; text: string; command?: string };
  return { id: `${subsystem}#${id}`, text, ...(command === undefined ? {} : { command }) };
}

function skillText(given: NonNullable<SpecDocument['helpful_skills']>[number]): string {
  const { name, plugin, when } = given as { name: string; plugin?: string | null; when?: string | null };
  return `${name}${plugin ? ` (${plugin})` : ''}${when ? `: ${when}` : ''}`;
}
