/** Lists the defects of the subsystem specs of the last commit, before a run that needs them begins. */
import { messagesFor } from '@harness/core/messages/index';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { readCommitSpecs } from '@harness/effects/subsystems/commit-specs';

/** One sentence per defect; empty if all specs are in order, or there is none. */
export async function listSpecDefects(root: string, language: string | undefined): Promise<readonly string[]> {
  const { defects } = await readCommitSpecs(root, 'HEAD');
  return defects.map((one) => specProblemText(messagesFor(language), one));
}
