/**
 * Compares the documents of a domain with the public exports of its modules.
 *
 *   K1. An entry is a document of `docs/knowledge/<domain>/`. An extract is a public export of a module of the domain.
 *   K2. A gap is an extract that no entry names as a whole word.
 *   K3. Without entries of any kind there is no verdict.
 */
import type { CodeGraph, CodeModule } from '../codegraph/graph.ts';
import { stemOf } from '../codegraph/language.ts';
import { defaultTestGlobs } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';
import { slug } from '../text/slug.ts';

export const knowledgeFolder = 'docs/knowledge';
/** Architecture decisions are in the same folder, and describe no domain. */
export const decisionsFolder = 'decisions';

/** The share of extracts without an entry from which the knowledge fails. */
const failingDrift = 0.5;

export interface KnowledgeEntry {
  readonly path: string;
  readonly text: string;
}

/** The documents of a domain; `entries` is `null` if its folder does not exist. */
export interface DomainDocuments {
  readonly domain: string;
  readonly entries: readonly KnowledgeEntry[] | null;
}

export type KnowledgeVerdict = 'pass' | 'warn' | 'fail' | 'abstain';

/** A public name, with the first module that exports it. */
export interface Extract {
  readonly domain: string;
  readonly name: string;
  readonly path: string;
}

export interface KnowledgeResult {
  readonly verdict: KnowledgeVerdict;
  /** Gaps divided by extracts; `null` without a verdict. */
  readonly driftScore: number | null;
  readonly totalEntries: number;
  readonly totalExtracted: number;
  readonly gaps: readonly Extract[];
  /** Modules of the domains whose exports are unknown. */
  readonly unread: readonly string[];
}

export function compareKnowledge(graph: CodeGraph, documents: readonly DomainDocuments[]): KnowledgeResult {
  const known = documents.filter(({ entries }) => entries !== null);
  const compared = known.map((each) => compareDomain(graph, each.domain, each.entries ?? []));
  const gaps = compared.flatMap((each) => each.gaps);
  const totalExtracted = sum(compared.map((each) => each.extracted));
  const drift = totalExtracted === 0 ? 0 : gaps.length / totalExtracted;
  return {
    verdict: known.length === 0 ? 'abstain' : verdictOf(drift),
    driftScore: known.length === 0 ? null : Math.round(drift * 1000) / 1000,
    totalEntries: sum(known.map(({ entries }) => entries?.length ?? 0)),
    totalExtracted,
    gaps,
    unread: graph.unread.filter((path) => documents.some(({ domain }) => isInDomain(path, domain))),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

function verdictOf(drift: number): KnowledgeVerdict {
  if (drift === 0) return 'pass';
  return drift > failingDrift ? 'fail' : 'warn';
}

function compareDomain(graph: CodeGraph, domain: string, entries: readonly KnowledgeEntry[]) {
  const words = new Set(entries.flatMap(({ text }) => wordsIn(text)));
  const extracts = findExtracts(graph.modules, domain);
  return {
    extracted: extracts.length,
    gaps: extracts.filter(({ name }) => !wordsIn(name).every((word) => words.has(word))),
  };
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];

/** A name that several modules export, such as an index, counts once. */
export function findExtracts(modules: readonly CodeModule[], domain: string): readonly Extract[] {
  const extracts = new Map<string, Extract>();
  for (const { path, exports } of modules) {
    if (!isInDomain(path, domain) || matchesGlob(path, defaultTestGlobs)) continue;
    for (const name of exports) if (!extracts.has(name)) extracts.set(name, { domain, name, path });
  }
  return [...extracts.values()];
}

/** A module belongs to a domain if one of its folders, or the file itself, has the name of the domain. */
const isInDomain = (path: string, domain: string) =>
  [...path.split('/').slice(0, -1), stemOf(path)].some((name) => name.toLowerCase() === domain.toLowerCase());

export const isDomainName = (name: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u.test(name);

export interface Draft {
  /** Without its ending, below the folder of the domain. */
  readonly stem: string;
  readonly text: string;
}

/** One draft per module, which a person completes. */
export function createDrafts(gaps: readonly Extract[]): readonly (Draft & { readonly domain: string })[] {
  const modules = new Map<string, Extract[]>();
  for (const gap of gaps) {
    const key = `${gap.domain}\0${gap.path}`;
    modules.set(key, [...(modules.get(key) ?? []), gap]);
  }
  return [...modules.values()].map((extracts) => {
    const [{ domain, path }] = extracts as [Extract];
    return { domain, stem: slug(stemOf(path)), text: draftText(path, extracts) };
  });
}

const draftText = (path: string, extracts: readonly Extract[]) =>
  [
    `---\nstatus: draft\nsource: ${JSON.stringify(path)}\n---\n`,
    `# ${stemOf(path)}\n`,
    ...extracts.map(({ name }) => `## ${name}\n\nDescribe the purpose of \`${name}\`.\n`),
  ].join('\n');
