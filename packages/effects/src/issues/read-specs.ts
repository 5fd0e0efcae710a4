/** Reads the specs of a commit for an operation. A person may have broken them during the run: that is a failure. */
import { fail, type Outcome } from '@harness/core/failure/failure';
import { en } from '@harness/core/messages/en';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { type CommitSpecs, readCommitSpecs } from '../subsystems/commit-specs.ts';

const maxShown = 10;

export async function withSpecs<Value>(
  repo: string,
  commit: string,
  act: (specs: CommitSpecs) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const specs = await readCommitSpecs(repo, commit);
  if (specs.defects.length === 0) return act(specs);
  const texts = specs.defects.slice(0, maxShown).map((one) => specProblemText(en, one));
  const left = specs.defects.length - texts.length;
  return fail('subsystems.broken', { problems: [...texts, ...(left > 0 ? [`${left} more.`] : [])].join(' ') });
}
