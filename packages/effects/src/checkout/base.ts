/** Lists and empties the folder for the documents of all sessions (W-142): follows no link, keeps files under a ref. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocsBase } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { nullIfMissing } from '../file/file-system.ts';
import { gitOrThrow } from '../git/command.ts';
import { isRepository } from './clear.ts';
import { type CheckoutContext, requireGit } from './context.ts';
import { resolveInside } from './file.ts';
import { keepFolder } from './keep-checkout.ts';

export async function performSurveyBase(
  { repo }: CheckoutContext,
  { base }: { base: string },
): Promise<Outcome<DocsBase>> {
  const folder = resolveInside(repo, base);
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  const loose = entries.filter((entry) => !entry.isDirectory()).length;
  const folders = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => ({ name, files: await filesIn(join(folder, name)) })),
  );
  const ignored = (await isRepository(repo)) ? await ignoredIn(repo, base) : 0;
  return ok({
    folders: loose > 0 ? [...folders, { name: '', files: loose }] : folders,
    memory: folders.some(({ name }) => name === 'memory'),
    ignored,
  });
}

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => !entry.isDirectory()).length;
}

async function ignoredIn(repo: string, base: string): Promise<number> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', `:(top,literal)${base}`];
  return (await gitOrThrow(repo, args)).split('\0').filter((path) => path !== '').length;
}

export async function performClearBase(
  work: CheckoutContext,
  { base }: { base: string },
): Promise<Outcome<{ readonly removed: readonly string[] }>> {
  const folder = resolveInside(work.repo, base);
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  if (names.length > 0 && (await isRepository(work.repo))) await keepFolder(await requireGit(work), base);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return ok({ removed: names.map((name) => `${base}/${name}`).sort() });
}
