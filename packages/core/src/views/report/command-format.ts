/** How a command is written so that it works where the report is read. */
export interface CommandFormat {
  typed(command: string): string;
  typedGit(command: string): string;
  /** A text as a shell takes it. */
  quoted(text: string): string;
}
