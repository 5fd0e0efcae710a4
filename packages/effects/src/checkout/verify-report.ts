/** Writes `verify_report.md` from the exit codes, and adds the words of the verifier below (WO-07). */
import { verifyReportIn } from '@harness/core/checkout/session-files';
import { type Todo, todosIn } from '@harness/core/checkout/todo';
import { addProofSection, addVerifierWords, verifyReport } from '@harness/core/checkout/verify-report';
import type { ReportArgs, ReportResult } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { readArtifact } from '../artifact/store.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { CheckoutContext } from './context.ts';
import { readBytes, readText, writeFileWhole } from './file.ts';

export async function performWriteVerifyReport(
  work: CheckoutContext,
  args: ReportArgs,
): Promise<Outcome<ReportResult>> {
  const files = changedFiles(work, args);
  const facts = { ...args, at: new Date().toISOString(), files, todos: await todosOf(work, files) };
  const { text, result, line } = verifyReport(facts);
  const { text: redacted } = ownRedactor();
  await writeFileWhole(work.repo, verifyReportIn(args.docsPath), redacted(text));
  return ok({ result, line: redacted(line) });
}

export async function performAddVerifierWordsToReport(
  { repo }: CheckoutContext,
  { docsPath, line }: { docsPath: string; line: string },
): Promise<Outcome<{ written: boolean }>> {
  const report = await readText(repo, verifyReportIn(docsPath));
  if (report === null) return ok({ written: false });
  await writeFileWhole(repo, verifyReportIn(docsPath), addVerifierWords(report, ownRedactor().text(line)));
  return ok({ written: true });
}

export async function performAddProofToReport(
  { repo }: CheckoutContext,
  { docsPath, lines }: { docsPath: string; lines: readonly string[] },
): Promise<Outcome<{ written: boolean }>> {
  const report = await readText(repo, verifyReportIn(docsPath));
  if (report === null) return ok({ written: false });
  await writeFileWhole(repo, verifyReportIn(docsPath), addProofSection(report, lines.map(ownRedactor().text)));
  return ok({ written: true });
}

const maxListBytes = 64 * 1024 * 1024;
const maxScannedBytes = 2 * 1024 * 1024;

const changedFiles = ({ runFolder }: CheckoutContext, { changed }: ReportArgs): readonly string[] =>
  changed === null
    ? []
    : readArtifact(runFolder, changed, maxListBytes)
        .split('\n')
        .filter((path) => path !== '');

async function todosOf({ repo }: CheckoutContext, files: readonly string[]): Promise<readonly Todo[]> {
  const todos: Todo[] = [];
  for (const path of files) {
    const bytes = await readBytes(repo, path);
    const isText = bytes !== null && bytes.length <= maxScannedBytes && !bytes.includes(0);
    if (isText) todos.push(...todosIn(path, bytes.toString('utf8')));
  }
  return todos;
}
