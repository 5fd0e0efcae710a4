/** The verdict of `qa_report.md` (W-132). A report that is not there has none. */
import { asFolder } from '@harness/core/checkout/change';
import { readQaReport } from '@harness/core/checkout/qa-report';
import type { Verdict } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure';
import { ownRedactor } from '../secret/redactor.ts';
import { readText } from './file.ts';
import type { CheckoutWork } from './work.ts';

export async function readVerdict(
  { repo }: CheckoutWork,
  { docsPath }: { docsPath: string },
): Promise<Outcome<Verdict>> {
  const report = await readText(repo, `${asFolder(docsPath)}qa_report.md`);
  return ok(ownRedactor().deep(readQaReport(report ?? '')));
}
