/** The verdict of `qa_report.md` (W-132). A report that is not there has none. */
import { asFolder } from '@harness/core/checkout/change';
import { readQaReport } from '@harness/core/checkout/qa-report';
import type { QaVerdict } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { ownRedactor } from '../secret/redactor.ts';
import type { CheckoutContext } from './context.ts';
import { readText } from './file.ts';

export async function readVerdict(
  { repo }: CheckoutContext,
  { docsPath }: { docsPath: string },
): Promise<Outcome<QaVerdict>> {
  const report = await readText(repo, `${asFolder(docsPath)}qa_report.md`);
  return ok(ownRedactor().deep(readQaReport(report ?? '')));
}
