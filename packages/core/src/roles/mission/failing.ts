/** What is told of a feature that keeps failing to whoever looks at it: the architect, the debugger. */
import type { Artifact } from '../../artifact.ts';
import { fenced } from '../../role.ts';
import type { ReadText } from '../../text.ts';
import { parts, runtime } from './runtime.ts';

export interface FailingFeature {
  readonly feature: string;
  readonly attempts: number;
  readonly task: Artifact;
  readonly setback: Artifact | null;
  readonly cwd: string;
}

export const aboutFailing = ({ feature, attempts, task, setback, cwd }: FailingFeature, read: ReadText): string =>
  parts(
    fenced('feature', read(task)),
    setback === null ? '' : fenced('setback', read(setback)),
    runtime({ FEATURE_ID: feature, ATTEMPTS: attempts, WORKING_DIRECTORY: cwd }),
  );
