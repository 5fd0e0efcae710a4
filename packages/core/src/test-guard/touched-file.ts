/** A file that a change touched. `before` is null when it is new, `after` when it is gone; `path` is what it was called. */
export interface TouchedFile {
  readonly path: string;
  readonly newPath: string;
  readonly before: string | null;
  readonly after: string | null;
}
