/** A proposed patch: looked into, and applied as a whole or not at all. */
import type { Operation } from '../operation.ts';

export type PatchFound =
  | { readonly is: 'patch'; readonly summary: string; readonly files: readonly string[] }
  | { readonly is: 'empty' }
  | { readonly is: 'missing' };

/** Looks into a proposed patch: a diff block with a hunk, its summary, the files it names. Reads only. */
export const readPatch: Operation<{ path: string }, PatchFound> = {
  kind: 'checkout',
  op: 'read-patch',
  samples: [{ is: 'patch', summary: 's', files: ['a.ts'] }, { is: 'empty' }, { is: 'missing' }],
  failures: ['path.outside'],
};

export type PatchApplied =
  | { readonly is: 'applied'; readonly files: readonly string[] }
  /** A path in it is not one that a patch may touch. */
  | { readonly is: 'refused'; readonly path: string }
  /** A hunk did not fit: everything is as it was before. */
  | { readonly is: 'reverted'; readonly files: readonly string[]; readonly reason: string };

/** Saves what is there, validates every path, applies; what does not fit as a whole leaves nothing behind (WO-27). */
export const applyPatch: Operation<
  { path: string; scope: readonly string[]; foreign: readonly string[]; hasGit: boolean },
  PatchApplied
> = {
  kind: 'checkout',
  op: 'apply-patch',
  samples: [
    { is: 'applied', files: ['a.ts'] },
    { is: 'refused', path: '../x' },
    { is: 'reverted', files: ['a.ts'], reason: 'r' },
  ],
  failures: ['git.failed'],
};
