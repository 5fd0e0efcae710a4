/**
 * Writes the state file of the issue loop: frontmatter, then the prompt.
 *
 *   W1. The fields of I-10 come first, in its order; fields that this version does not know come last, with their values.
 *   W2. One field is one line, and texts are quoted: a reader without a YAML parser, such as a shell, can read it.
 */
import type { LoopDocument, LoopField, LoopState } from './document.ts';

export const loopDocumentText = (document: LoopDocument): string =>
  `---\n${loopFrontmatter(document)}---\n\n${document.body}\n`;

/** With the newline of its last line, without the dashes. */
export function loopFrontmatter({ state, run, revision, unknown }: LoopDocument): string {
  const own = run === null ? {} : { run, revision };
  return [fieldsOf(state), own, unknown].flatMap((fields) => Object.entries(fields).map(writeField)).join('');
}

/** In the order of the file. */
const fieldsOf = (state: LoopState): Readonly<Record<LoopField, unknown>> => ({
  active: state.active,
  iteration: state.iteration,
  max_iterations: state.maxIterations,
  consecutive_failures: state.consecutiveFailures,
  discover_interval: state.discoverInterval,
  linear_project: state.project,
  linear_team: state.team,
  linear_filter_labels: state.labels,
  linear_done_status: state.doneStatus,
  linear_in_progress_status: state.inProgressStatus,
  completed_issues: state.completed,
  failed_issues: state.failed,
  skipped_issues: state.skipped,
  friction_log: state.friction,
  current_issue: state.currentIssue,
  tracker: state.tracker,
});

const writeField = ([key, value]: readonly [string, unknown]): string =>
  `${/^[A-Za-z_][\w-]*$/.test(key) ? key : flow(key)}: ${flow(value)}\n`;

/** JSON is YAML, but for a few characters that YAML wants escaped. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, each]) => `${flow(key)}: ${flow(each)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return (JSON.stringify(value) ?? 'null').replace(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, escaped);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
