/** Writes reports for users: a page and a document named `DATE-slug`, which no later report replaces. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readText, resolveInside, writeFileWhole } from './checkout/file.ts';
import { refuseUnwritable } from './file/refuse-unwritable.ts';
import { createFile } from './file/replace-file.ts';
import { ownRedactor } from './secret/redactor.ts';

export interface Report {
  readonly page: string;
  /** Identified by its bytes: a repeat after a crash finds its own document. */
  readonly document: unknown;
}

/** Writes both under the first free name, and returns the path of the page in the repository. */
export async function putReport(repo: string, folder: string, stem: string, report: Report): Promise<string> {
  const clean = ownRedactor();
  const document = clean.text(`${JSON.stringify(report.document, null, 2)}\n`);
  for (let n = 1; ; n++) {
    const path = `${folder}/${n === 1 ? stem : `${stem}-${n}`}`;
    if (!(await placeNew(repo, `${path}.json`, document)) && (await readText(repo, `${path}.json`)) !== document)
      continue;
    await writeFileWhole(repo, `${path}.md`, clean.text(report.page));
    return `${path}.md`;
  }
}

/** Creates a file of the repository. Returns false if it exists; never replaces it. */
export async function placeNew(repo: string, path: string, text: string): Promise<boolean> {
  const file = resolveInside(repo, path);
  return refuseUnwritable(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    return createFile(file, text);
  });
}

/** `2026-01-31`. */
export const dateOf = (now: Date): string => now.toISOString().slice(0, 10);
