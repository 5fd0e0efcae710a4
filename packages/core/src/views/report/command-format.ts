/** Formats commands so that they can be pasted where the report is read. */
export interface CommandFormat {
  typed(command: string): string;
  typedGit(command: string): string;
  /** Quotes a text for a shell. */
  quoted(text: string): string;
}
