/** A box around one process and all that it starts: they see and change only what the box lets through. */
export interface Boxed {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Reaching {
  /** Addresses that the program may reach also where the network is closed; else those of all models that are known. */
  readonly reach?: readonly string[];
}

export interface Box {
  /** What has to be started so that this runs inside. */
  around(command: Boxed, reaching?: Reaching): Boxed;
}

/** A box that is open as long as somebody may be in it. */
export interface OpenBox extends Box {
  /** Brings out what was written inside and may leave it. */
  bringOut(): Promise<void>;
  close(): Promise<void>;
}
