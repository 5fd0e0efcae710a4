/** Finds the existing, permitted files that `verify_report.md` names (W-114). */

import { findPaths } from '@harness/core/checkout/failing-files';
import { verifyReportIn } from '@harness/core/checkout/session-files';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { validatePath } from '@harness/core/text/paths';
import type { CheckoutContext } from './context.ts';
import { isFile, readText } from './file.ts';

const maxFiles = 5;
const maxDropped = 20;

interface FailingFiles {
  readonly files: readonly string[];
  readonly dropped: readonly string[];
}

export async function performFindFailingFiles(
  { repo }: CheckoutContext,
  { docsPath }: { docsPath: string },
): Promise<Outcome<FailingFiles>> {
  const report = await readText(repo, verifyReportIn(docsPath));
  const [files, dropped] = [new Set<string>(), new Set<string>()];
  for (const named of report === null ? [] : findPaths(report, repo)) {
    const valid = validatePath(named, 'file_reference');
    if (!valid.ok) dropped.add(named);
    else if (files.size < maxFiles && (await isFile(repo, valid.path))) files.add(valid.path);
  }
  return ok({ files: [...files], dropped: [...dropped].slice(0, maxDropped) });
}
