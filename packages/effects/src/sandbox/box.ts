/** A box around one process and all that it starts: they see and change only what the box lets through. */
export interface Boxed {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Box {
  /** What has to be started so that this runs inside. */
  around(command: Boxed): Boxed;
}
