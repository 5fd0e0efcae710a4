/**
 * Smoke test of the running product (M-10, M-12): starts it, requests its URLs, stops it. It can be repeated after a crash,
 * because it changes nothing.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { SmokeTest } from '../mission/smoke.ts';
import type { ProductLook } from '../trust/product-look.ts';
import type { Operation } from './operation.ts';

export type SmokeResult =
  | { readonly is: 'passed'; readonly look?: ProductLook }
  /** Unexpected results, one per line, and the output of the product. */
  | {
      readonly is: 'failed';
      readonly said: string;
      readonly log?: Artifact;
      /** For a proof; absent if the product did not start. */
      readonly look?: ProductLook;
    };

/**
 * Tests the product of `commit`, or of the newest commit of the lane; for a proof in a room of its own.
 *
 * A port in use and a process that cannot start say nothing about the product: they are failures of the operation.
 */
export const smokeTest: Operation<
  SmokeTest & { readonly cwd: string; readonly commit?: string; readonly isProof?: true },
  SmokeResult
> = {
  kind: 'smoke',
  op: 'smoke-test',
  samples: [
    { is: 'passed', look: { right: { 'http://127.0.0.1:3000/': 'as expected' }, wrong: {} } },
    {
      is: 'failed',
      said: 'http://127.0.0.1:3000/: responded with 404, not 200',
      log: sampleArtifact,
      look: { right: {}, wrong: { 'http://127.0.0.1:3000/': 'not as expected: 404' } },
    },
  ],
  failures: ['server.port-in-use', 'server.unstartable'],
};
