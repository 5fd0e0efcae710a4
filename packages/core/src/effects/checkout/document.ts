/** Operation on a document that a person may change while the run waits, such as the spec. */

import type { SpecWork } from '../../checkout/spec-work.ts';
import { type Artifact, sampleArtifact } from '../../journal/artifact.ts';
import { operationsOf } from '../operation.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

/** Why no agent may get the document. A missing or empty one is replaced by its earlier version. */
export type DocumentProblem = 'missing' | 'empty' | 'too-long';

export interface DocumentComparison {
  /** The document as it is now; `null` if it has a problem. */
  readonly current: Artifact | null;
  /** The changes since the earlier version; `null` if there are none. */
  readonly diff: Artifact | null;
  readonly problem: DocumentProblem | null;
  /** Kind and changed tests that a spec names; absent if it names none, and in old answers. */
  readonly work?: SpecWork;
}

/** Reads a document and compares it with an earlier version. */
export const compareDocument = checkoutOperation<
  { readonly path: string; readonly before: Artifact | null },
  DocumentComparison
>('compare-document', [
  { current: sampleArtifact, diff: null, problem: null },
  { current: sampleArtifact, diff: sampleArtifact, problem: null, work: { kind: 'docs', changes: [] } },
  { current: null, diff: null, problem: 'missing' },
]);
