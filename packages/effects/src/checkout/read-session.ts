/** Reads the files of a session and the verdict of its report, and changes nothing. */
import { readFile } from 'node:fs/promises';
import { toFolderPath } from '@harness/core/checkout/change';
import { mayBeSessionFolder } from '@harness/core/checkout/docs-guard';
import { patchFile } from '@harness/core/checkout/patch';
import { readQaReport } from '@harness/core/checkout/qa-report';
import { liveConventions } from '@harness/core/checkout/session-files';
import type { CheckoutHead, FileError, FilesBeforeCall, QaVerdict, SessionFiles } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { resolveContained } from '../contained-path.ts';
import { pathExists } from '../file/file-system.ts';
import { readRef } from '../git/refs/ref.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { findWrittenDocuments } from '../trust/exposure.ts';
import { headBranch } from './branch.ts';
import { isRepository } from './clear.ts';
import type { CheckoutContext } from './context.ts';
import { isFile, readText, resolveInside } from './file.ts';
import { linesIn } from './lines.ts';
import { findWritten } from './written-files.ts';

export async function performReadSessionFiles(
  { repo }: Pick<CheckoutContext, 'repo'>,
  { docsPath }: { docsPath: string },
): Promise<Outcome<SessionFiles>> {
  const docsPathOk = isSessionFolder(repo, docsPath);
  const inDocs = (name: string) => (docsPathOk ? isFile(repo, toFolderPath(docsPath) + name) : Promise.resolve(false));
  const claude = await readConventions(repo);
  return ok({
    docsPathOk,
    spec: await inDocs('spec.md'),
    changes: await inDocs('changes.md'),
    report: await inDocs('verify_report.md'),
    qaReport: await inDocs('qa_report.md'),
    head: await headOf(repo),
    patch: await isFile(repo, patchFile),
    conventions: await isFile(repo, liveConventions),
    persistedConventions: await inDocs('conventions.md'),
    claudeLines: claude === null ? null : linesIn(claude),
    unreadable: docsPathOk ? await unreadableIn(repo, toFolderPath(docsPath)) : [],
  });
}

/** Not if an agent wrote the file: the next task would follow it. */
async function readConventions(repo: string): Promise<string | null> {
  const written = await findWrittenDocuments(repo);
  return written.includes('CLAUDE.md') ? null : readText(repo, 'CLAUDE.md');
}

/** With the files before an interrupted call, also finds out what the call wrote. */
export async function performLookAtSession(
  work: CheckoutContext,
  { docsPath, before }: { docsPath: string; before?: FilesBeforeCall },
): Promise<Outcome<SessionFiles>> {
  const files = await performReadSessionFiles(work, { docsPath });
  if (before === undefined || !files.ok || !files.value.docsPathOk) return files;
  return ok({ ...files.value, written: await findWritten(work, docsPath, before) });
}

/** Also rejects paths that pass a link. */
const isSessionFolder = (repo: string, docsPath: string): boolean =>
  mayBeSessionFolder(docsPath) && resolveContained(repo, docsPath).ok;

async function headOf(repo: string): Promise<CheckoutHead | null> {
  if (!(await isRepository(repo))) return null;
  return { branch: await headBranch(repo), commit: await readRef(repo, 'HEAD^{commit}') };
}

/** Unreadable notes for planners (W-88); a missing note is no problem. */
async function unreadableIn(repo: string, docs: string): Promise<readonly FileError[]> {
  const troubles = await Promise.all(
    ['qa_notes.md', 'critic_findings.md'].map((name) => troubleWith(repo, docs + name)),
  );
  return troubles.filter((trouble) => trouble !== null);
}

async function troubleWith(repo: string, file: string): Promise<FileError | null> {
  if (!resolveContained(repo, file).ok) return { file, reason: 'it is a link' };
  const path = resolveInside(repo, file);
  if (!(await pathExists(path))) return null;
  return readFile(path).then(
    () => null,
    (error: NodeJS.ErrnoException) => ({ file, reason: error.code ?? error.message }),
  );
}

/** The verdict of `qa_report.md` (W-132); unreadable if the report is missing. */
export async function performReadVerdict(
  { repo }: CheckoutContext,
  { docsPath }: { docsPath: string },
): Promise<Outcome<QaVerdict>> {
  const report = await readText(repo, `${toFolderPath(docsPath)}qa_report.md`);
  return ok(ownRedactor().deep(readQaReport(report ?? '')));
}
