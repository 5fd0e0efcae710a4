/** Refuses to begin while a subsystem spec of the last commit has a defect. All defects are named at once. */
import { refusalOf } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { readCommitSpecs } from '@harness/effects/subsystems/commit-specs';
import { printableList } from '../../render/printable.ts';

export async function requireSubsystemSpecs(root: string, language: string | undefined): Promise<void> {
  const { defects } = await readCommitSpecs(root, 'HEAD');
  if (defects.length === 0) return;
  const lines = defects.map((one) => specProblemText(messagesFor(language), one));
  throw refusalOf(issuesCodes, 'issues.specs-broken', { problems: printableList(lines) });
}
