/** A box around one process and all that it starts: they see and change only what the box lets through. */
export interface BoxedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export interface BoxNetwork {
  /** Addresses that the program may reach also where the network is closed; else those of all models that are known. */
  readonly reach?: readonly string[];
}

export interface Box {
  /** What has to be started so that this runs inside. */
  around(command: BoxedCommand, reaching?: BoxNetwork): BoxedCommand;
}

/** A box that is open as long as somebody may be in it. */
export interface OpenBox extends Box {
  /** Brings out what was written inside and may leave it. */
  bringOut(): Promise<void>;
  close(): Promise<void>;
}
