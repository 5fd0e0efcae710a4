/**
 * A text that a prompt needs, by reference: the journal holds where it is, and it is read when the call is made.
 *
 * A file of the checkout may be gone or unreadable by then; it reads as nothing, because a note that nobody wrote is no
 * reason to stop (W-88). An artifact is never gone: it is read as it was, or the call fails loudly.
 */
import type { Artifact } from '../journal/artifact.ts';

/** A file of the folder that the agent works in, by its path there. */
export interface FileText {
  readonly file: string;
}

/** Several texts, each under the name of who wrote it. */
export interface LabelledTexts {
  readonly texts: readonly { readonly label: string; readonly file: string }[];
}

export type Text = Artifact | FileText | LabelledTexts;
export type ReadText = (text: Text) => string;

export const fileText = (file: string): FileText => ({ file });

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

export const isArtifact = (value: unknown): value is Artifact => has(value, 'path', 'sha256', 'bytes');
export const isLabelled = (value: unknown): value is LabelledTexts => has(value, 'texts');
export const isText = (value: unknown): value is Text => isArtifact(value) || has(value, 'file') || isLabelled(value);
