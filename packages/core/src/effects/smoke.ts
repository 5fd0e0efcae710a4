/**
 * Smoke test of the running product (M-10, M-12): starts it, requests its URLs, stops it. It can be repeated after a crash,
 * because it changes nothing.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { SmokeTest } from '../mission/smoke.ts';
import type { Operation } from './operation.ts';

export type SmokeResult =
  | { readonly is: 'passed' }
  /** Unexpected results, one per line, and the output of the product. */
  | { readonly is: 'failed'; readonly said: string; readonly log?: Artifact };

/**
 * Tests the product of `commit`, or of the newest commit of the lane.
 *
 * A port in use and a process that cannot start say nothing about the product: they are failures of the operation.
 */
export const smokeTest: Operation<SmokeTest & { readonly cwd: string; readonly commit?: string }, SmokeResult> = {
  kind: 'smoke',
  op: 'smoke-test',
  samples: [{ is: 'passed' }, { is: 'failed', said: 'http://127.0.0.1:3000/: no response', log: sampleArtifact }],
  failures: ['server.port-in-use', 'server.unstartable'],
};
