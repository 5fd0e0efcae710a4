/** Reads the facts of modules: those with a known content from the cache, and the others from their texts. */
import { countBranches } from '@harness/core/codegraph/branches';
import type { CountedFacts, FileFacts } from '@harness/core/codegraph/graph';
import type { SourceLanguage } from '@harness/core/codegraph/language';
import { findLanguage } from '@harness/core/codegraph/languages/list';
import { readBlobs } from '../git/blobs.ts';
import {
  type ParserLimits,
  type ParserProgram,
  ParserStartError,
  parseFiles,
  type SourceText,
} from '../parsing/parser-process.ts';
import type { KeptFacts } from './graph-cache.ts';
import { type JavaScriptFacts, javaScriptParser } from './javascript-facts.ts';
import { type SyntaxMatches, syntaxParser } from './syntax-facts.ts';
import type { TreeFile } from './tree-files.ts';

/** A larger file is generated or data. It would delay all others. */
const maxFileBytes = 1_000_000;
/** Texts that are in memory at the same time, and are read by one process of a parser. */
const batchBytes = 4_000_000;

type Language = SourceLanguage | 'javascript';

export interface ModuleFactsOptions {
  readonly repo: string;
  readonly kept: KeptFacts;
  readonly limits: ParserLimits;
}

/** By key; `null` for a file that is too large or does not parse. A file whose parser is not installed has no key. */
export async function readModuleFacts(modules: readonly TreeFile[], options: ModuleFactsOptions): Promise<KeptFacts> {
  const facts: Record<string, CountedFacts | null> = {};
  const missing = new Map<Language, Map<string, TreeFile>>();
  for (const file of modules) {
    const key = factsKey(file);
    const known = options.kept[key];
    if (known !== undefined) facts[key] = known;
    else if (file.bytes > maxFileBytes) facts[key] = null;
    else addTo(missing, findLanguage(file.path) as Language, key, file);
  }
  for (const [language, files] of missing)
    for (const batch of batchesOf([...files])) Object.assign(facts, await readBatch(language, batch, options));
  return facts;
}

/** The language depends on the ending of the name, and so do the facts. */
export const factsKey = ({ id, path }: TreeFile): string => `${id}.${path.slice(path.lastIndexOf('.') + 1)}`;

function addTo(groups: Map<Language, Map<string, TreeFile>>, language: Language, key: string, file: TreeFile): void {
  const group = groups.get(language);
  if (group) group.set(key, file);
  else groups.set(language, new Map([[key, file]]));
}

type KeyedFile = readonly [key: string, file: TreeFile];

function batchesOf(files: readonly KeyedFile[]): readonly (readonly KeyedFile[])[] {
  const batches: KeyedFile[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    bytes += file[1].bytes;
    if (bytes > batchBytes) {
      batches.push([]);
      bytes = file[1].bytes;
    }
    batches.at(-1)?.push(file);
  }
  return batches;
}

async function readBatch(
  language: Language,
  batch: readonly KeyedFile[],
  { repo, limits }: ModuleFactsOptions,
): Promise<KeptFacts> {
  const texts = await readBlobs(
    repo,
    batch.map(([, { id }]) => id),
  );
  const files = batch.map(([, { path }], at): SourceText => ({ path, text: texts[at] ?? '' }));
  const parser = language === 'javascript' ? javaScriptParser() : syntaxParser(language);
  if (parser === undefined) return {};
  const facts =
    language === 'javascript'
      ? await parseAll<JavaScriptFacts, FileFacts>(parser, files, limits, (found) => found)
      : await parseAll<SyntaxMatches, FileFacts>(parser, files, limits, language.readFacts);
  return Object.fromEntries(batch.map(([key], at) => [key, countedFacts(facts[at] ?? null, files[at])]));
}

const countedFacts = (facts: FileFacts | null, file: SourceText | undefined): CountedFacts | null =>
  facts && file ? { ...facts, branches: countBranches(file.text, file.path) } : null;

async function parseAll<Parsed, Facts>(
  parser: ParserProgram,
  files: readonly SourceText[],
  limits: ParserLimits,
  toFacts: (parsed: Parsed, path: string) => Facts,
): Promise<readonly (Facts | null)[]> {
  const parsed = await parseFiles(parser, files, { ...limits, batchLength: batchBytes });
  if (parsed === undefined) throw new ParserStartError('A parser');
  return parsed.map((one, at) => (one === null ? null : toFacts(one as Parsed, files[at]?.path ?? '')));
}
