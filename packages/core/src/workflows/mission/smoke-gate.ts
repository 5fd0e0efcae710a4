/** When a mission tests its product, and why it may not. */

/** When a smoke test runs: before the end, or after a passed feature. */
export type SmokeGate = 'done' | 'feature';

/** Unmerged features that conflict: there is no product to test. */
export interface SeparateFeatures {
  readonly is: 'apart';
  readonly files: readonly string[];
}
