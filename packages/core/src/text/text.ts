/**
 * References to texts for a prompt: the journal stores the reference, and the text is read when the call is made.
 *
 * A missing or unreadable file of the checkout reads as an empty text, because a missing note is no reason to stop
 * (W-88). An artifact must be readable and unchanged, or the call fails.
 */
import type { Artifact } from '../journal/artifact.ts';

/** A file in the agent's folder, relative to it. */
export interface FileText {
  readonly file: string;
}

/** Several texts, each labelled with its author. */
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
