/**
 * A look at the running product by the harness itself (M-10, M-12): it is started, its addresses are asked, it is stopped.
 * Repeated after a crash: it changes nothing.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { SmokeTest } from '../mission/smoke.ts';
import type { Operation } from './operation.ts';

export type SmokeResult =
  | { readonly is: 'passed' }
  /** What was not as expected, a line each, and what the product printed. */
  | { readonly is: 'failed'; readonly said: string; readonly log?: Artifact };

/** Somebody else's process on its port, and a machine that starts nothing, say nothing about the product: those are failures. */
export const smokeTest: Operation<SmokeTest & { readonly cwd: string }, SmokeResult> = {
  kind: 'smoke',
  op: 'smoke-test',
  samples: [{ is: 'passed' }, { is: 'failed', said: 'http://127.0.0.1:3000/: nobody answers', log: sampleArtifact }],
  failures: ['server.port-in-use', 'server.unstartable'],
};
