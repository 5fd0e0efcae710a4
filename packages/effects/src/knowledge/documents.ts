/** Reads the documents of `docs/knowledge` in the checkout, and adds drafts. Never through a link. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DomainDocuments,
  decisionsFolder,
  isDomainName,
  type KnowledgeEntry,
  knowledgeFolder,
} from '@harness/core/knowledge/gaps';
import { resolveInside } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { isFolder, listEntries } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { createFile } from '../file/replace-file.ts';

const maxBytes = 1_000_000;
const maxDocuments = 2_000;

/** The documents of one domain, or of all domains that have a folder. */
export async function readDomainDocuments(
  root: string,
  domain: string | undefined,
): Promise<readonly DomainDocuments[]> {
  const domains = domain === undefined ? await listDomains(root) : [domain];
  const documents: DomainDocuments[] = [];
  for (const each of domains) documents.push({ domain: each, entries: await readEntries(root, each) });
  return documents;
}

async function listDomains(root: string): Promise<readonly string[]> {
  const contained = resolveContained(root, knowledgeFolder);
  const folders = contained.ok ? await listEntries(contained.path) : [];
  return folders
    .filter((entry) => entry.isDirectory() && entry.name !== decisionsFolder && isDomainName(entry.name))
    .map(({ name }) => name)
    .sort();
}

async function readEntries(root: string, domain: string): Promise<readonly KnowledgeEntry[] | null> {
  const folder = `${knowledgeFolder}/${domain}`;
  const contained = resolveContained(root, folder);
  if (!contained.ok || !(await isFolder(contained.path))) return null;
  const entries: KnowledgeEntry[] = [];
  for (const path of await listDocuments(contained.path)) {
    const text = await readRegularFile(join(contained.path, path), 'utf8', maxBytes);
    if (text !== null) entries.push({ path: `${folder}/${path}`, text });
  }
  return entries;
}

async function listDocuments(folder: string, below = ''): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await listEntries(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.') || found.length >= maxDocuments) continue;
    if (entry.isDirectory()) found.push(...(await listDocuments(folder, path)));
    else if (entry.isFile() && entry.name.endsWith('.md')) found.push(path);
  }
  return found.slice(0, maxDocuments).sort();
}

/** Writes a draft under the first free name and returns its path. Never replaces a file. */
export async function addDraft(
  root: string,
  domain: string,
  { stem, text }: { stem: string; text: string },
): Promise<string> {
  const path = `${knowledgeFolder}/${domain}`;
  const folder = resolveInside(root, path);
  return refuseUnwritable(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (let n = 1; ; n++) {
      const name = n === 1 ? `${stem}.md` : `${stem}-${n}.md`;
      if (await createFile(join(folder, name), text)) return `${path}/${name}`;
    }
  });
}
