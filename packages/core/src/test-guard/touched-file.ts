/** A file in a change. `path` is its old name. `before` is `null` if it is new, `after` is `null` if it is deleted. */
export interface TouchedFile {
  readonly path: string;
  readonly newPath: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Hash of the new content, for consent to exactly this content; absent if the file is deleted. */
  readonly hash?: string;
}
