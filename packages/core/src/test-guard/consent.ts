/**
 * Decides what a person's consent covers.
 *
 *   A1. Consent covers the shown content only: a file that changes further is asked about again.
 *   A2. An unchanged file is not asked about again.
 *   A3. Consent of an earlier version has no hash. It covers answers of that version only, so a new answer asks again.
 */
import type { WeakenedTest } from './weakened-tests.ts';

export const withoutConsent = (
  weakened: readonly WeakenedTest[],
  allowed: readonly WeakenedTest[] = [],
): readonly WeakenedTest[] => weakened.filter((one) => !allowed.some((other) => isSameWeakening(one, other)));

const isSameWeakening = (one: WeakenedTest, other: WeakenedTest): boolean =>
  one.file === other.file && one.how === other.how && one.detail === other.detail && one.content === other.content;

/** A file outside the scope of a feature, with the hash of its content or `gone`. */
export interface OutsideFile {
  readonly file: string;
  readonly content: string;
}

/** A name alone is consent of an earlier version: it covers answers without a hash only. */
export const isFileAllowed = (
  file: string,
  content: string | undefined,
  allowed: readonly (string | OutsideFile)[],
): boolean =>
  allowed.some((one) =>
    typeof one === 'string' ? content === undefined && one === file : one.file === file && one.content === content,
  );

/** The files that a person allowed, for a comparison of executed tests. */
export const allowedFiles = (allowed: readonly WeakenedTest[] = []): readonly OutsideFile[] =>
  allowed.flatMap(({ file, how, content }) => (content === undefined || how === 'not-run' ? [] : [{ file, content }]));
