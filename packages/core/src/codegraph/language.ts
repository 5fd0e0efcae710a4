/**
 * The interface of a language of the code graph whose files are read by tree-sitter.
 *
 *   L1. `query` finds the nodes that matter; its captures are the only knowledge about a file.
 *   L2. A resolver answers with paths of the repository only. An import of any other package resolves to no path.
 */
import type { FileFacts, ImportFact } from './graph.ts';

export interface SyntaxCapture {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The captures of one match, by name. */
export type SyntaxMatch = Readonly<Record<string, SyntaxCapture>>;

export interface RepositoryFiles {
  /** Paths of all modules of all languages. */
  readonly modules: ReadonlySet<string>;
  /** Facts of the modules of this language, by path. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** Texts of the configuration files, by path. */
  readonly configs: ReadonlyMap<string, string>;
}

export type ImportResolver = (from: string, imported: ImportFact) => readonly string[];

export interface SourceLanguage {
  /** The name of its grammar. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  readonly query: string;
  readFacts(matches: readonly SyntaxMatch[], path: string): FileFacts;
  createResolver(files: RepositoryFiles): ImportResolver;
}

/** Texts of all captures with this name, in their order. */
export const captureTexts = (matches: readonly SyntaxMatch[], name: string): readonly string[] =>
  matches.flatMap((match) => match[name]?.text ?? []);

/** Whether a capture lies inside one of the captures with this name. */
export function isInside(matches: readonly SyntaxMatch[], name: string): (capture: SyntaxCapture) => boolean {
  const ranges = matches.flatMap((match) => match[name] ?? []);
  return ({ start, end }) => ranges.some((range) => range.start < start && end <= range.end);
}

export const parentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const joinPaths = (...parts: readonly string[]): string =>
  normalize(parts.filter((part) => part !== '').join('/'));
export const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

/** The folders above a file, up to the root, which is the empty text. */
export function foldersAbove(path: string): readonly string[] {
  const folders = [parentFolder(path)];
  while (folders.at(-1) !== '') folders.push(parentFolder(folders.at(-1) as string));
  return folders;
}

/** A path that leaves the root is no path of the repository: it keeps its `..` and matches no module. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** The first of the candidates that is a module; empty if none is. */
export const firstModule = (modules: ReadonlySet<string>, candidates: readonly string[]): readonly string[] =>
  candidates.filter((path) => modules.has(path)).slice(0, 1);

/** Groups the modules of a language by a key, such as their package. */
export function groupBy(
  facts: ReadonlyMap<string, FileFacts>,
  keysOf: (path: string, facts: FileFacts) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [path, own] of facts)
    for (const key of keysOf(path, own)) {
      const group = groups.get(key);
      if (group) group.push(path);
      else groups.set(key, [path]);
    }
  return groups;
}
