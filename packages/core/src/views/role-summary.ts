/** What of an answer of a role is told in a line, and whether it is good news. */

/** A verdict that sends something back, and a worker that cannot go on: heard, and no good news. */
export function isNegativeAnswer(value: unknown): boolean {
  const { passed, is } = Object(value) as { readonly passed?: unknown; readonly is?: unknown };
  return passed === false || is === 'blocked' || is === 'disagree' || value === 'reject';
}

/** Most roles answer with a line; a task's role with a line and what was made of it. A document is no words, nor is a text. */
export function roleSummary(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? '' : value;
  if (typeof value !== 'object' || value === null) return String(value);
  return 'line' in value ? String(value.line).replace(/^WORKER \S+: /, '') : ''; // whose line it is stands before it
}
