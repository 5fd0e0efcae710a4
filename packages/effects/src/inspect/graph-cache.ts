/**
 * Keeps the last code graph and the facts of its files in `.harness/cache/codegraph`, which no agent can write.
 *
 *   C1. A kept file that is damaged or of another version counts as missing.
 *   C2. Facts belong to a content, and the graph to a tree: neither can be stale.
 *   C3. Nothing is read or written through a link.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CodeGraph, CountedFacts } from '@harness/core/codegraph/graph';
import { isBehindLink, readRegularFile } from '../file/regular-file.ts';
import { replaceFile } from '../file/replace-file.ts';

/** Raise it when a query, a parser or a resolver changes. */
const version = 2;
const folder = '.harness/cache/codegraph';
const maxBytes = 256 * 1024 * 1024;

/** By content and language; `null` for a file that does not parse. */
export type KeptFacts = Readonly<Record<string, CountedFacts | null>>;

interface KeptGraph {
  readonly tree: string;
  readonly graph: CodeGraph;
}

/** `undefined` if the kept graph belongs to another tree. */
export async function readKeptGraph(repo: string, tree: string): Promise<CodeGraph | undefined> {
  const kept = await readKept<KeptGraph>(repo, 'graph.json');
  return kept?.tree === tree ? kept.graph : undefined;
}

export const readKeptFacts = async (repo: string): Promise<KeptFacts> =>
  (await readKept<KeptFacts>(repo, 'facts.json')) ?? {};

export async function keepGraph(repo: string, kept: KeptGraph, facts: KeptFacts): Promise<void> {
  await writeKept(repo, 'facts.json', facts);
  await writeKept(repo, 'graph.json', kept);
}

async function readKept<Value>(repo: string, name: string): Promise<Value | undefined> {
  if (await isBehindLink(repo, `${folder}/${name}`)) return undefined;
  const text = (await readRegularFile(join(repo, folder, name), 'utf8', maxBytes)) ?? '';
  const end = text.indexOf('\n');
  const content = text.slice(end + 1);
  return text.slice(0, Math.max(0, end)) === headOf(content) ? (JSON.parse(content) as Value) : undefined;
}

async function writeKept(repo: string, name: string, value: unknown): Promise<void> {
  if (await isBehindLink(repo, `${folder}/${name}`)) return;
  const path = join(repo, folder, name);
  const content = JSON.stringify(value);
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, `${headOf(content)}\n${content}`, { durable: false, isShared: true });
}

const headOf = (content: string) => `${version} ${createHash('sha256').update(content).digest('hex')}`;
