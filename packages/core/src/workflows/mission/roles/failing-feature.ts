/** The prompt about a failing feature, for the architect and the debugger. */
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText } from '../../../role/role.ts';
import type { ReadText } from '../../../text/text.ts';
import { callFacts, joinParts } from './prompt-parts.ts';

export interface FailingFeature {
  readonly feature: string;
  readonly attempts: number;
  readonly task: Artifact;
  readonly setback: Artifact | null;
  readonly cwd: string;
}

export const describeFailingFeature = (
  { feature, attempts, task, setback, cwd }: FailingFeature,
  read: ReadText,
): string =>
  joinParts(
    fenceText('feature', read(task)),
    setback === null ? '' : fenceText('setback', read(setback)),
    callFacts({ FEATURE_ID: feature, ATTEMPTS: attempts, WORKING_DIRECTORY: cwd }),
  );
