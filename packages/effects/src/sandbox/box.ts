/** Defines a box: its processes see and change only what the box allows. */
export interface BoxedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export interface BoxNetwork {
  /** URLs that the program may reach if the network is closed; default: all known models. */
  readonly reach?: readonly string[];
}

export interface Box {
  /** Returns the command that runs the given command in the box. */
  around(command: BoxedCommand, reaching?: BoxNetwork): BoxedCommand;
}

/** A box that stays open during a call. */
export interface OpenBox extends Box {
  /** Copies the files out that may leave the box. */
  bringOut(): Promise<void>;
  close(): Promise<void>;
}
