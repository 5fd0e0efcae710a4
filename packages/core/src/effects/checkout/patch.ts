/** Operations on a proposed patch, which is applied completely or not at all. */
import { operationsOf } from '../operation.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

export type PatchFound =
  | { readonly is: 'patch'; readonly summary: string; readonly files: readonly string[] }
  | { readonly is: 'empty' }
  | { readonly is: 'missing' };

/** Reads a proposed patch: whether it has a hunk, its summary and its files. */
export const readPatch = checkoutOperation<{ path: string }, PatchFound>('read-patch', [
  { is: 'patch', summary: 's', files: ['a.ts'] },
  { is: 'empty' },
  { is: 'missing' },
]);

export type PatchApplied =
  | { readonly is: 'applied'; readonly files: readonly string[] }
  /** The patch must not change this path. */
  | { readonly is: 'refused'; readonly path: string }
  /** A hunk did not fit: all files are unchanged. */
  | { readonly is: 'reverted'; readonly files: readonly string[]; readonly reason: string };

/** Saves the files, validates every path and applies the patch. If a part does not fit, all files are restored (WO-27). */
export const applyPatch = checkoutOperation<
  { path: string; scope: readonly string[]; foreign: readonly string[]; hasGit: boolean },
  PatchApplied
>(
  'apply-patch',
  [
    { is: 'applied', files: ['a.ts'] },
    { is: 'refused', path: '../x' },
    { is: 'reverted', files: ['a.ts'], reason: 'r' },
  ],
  ['git.failed'],
);
