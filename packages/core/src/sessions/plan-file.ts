/**
 * Reads and names the plan of a phase.
 *
 *   F1. Tasks are headings `### Task N: Title`, in ascending order. In another order no task counts: one could be lost.
 *   F2. Code blocks and comments contain no tasks. Line endings may be CRLF.
 *   F3. A checkpoint in the heading of a task is never lost: an unknown one, and a decision without options, ask a
 *       person to verify.
 */
import { boundedLine } from '../text/bounded-text.ts';
import { type MarkdownLine, markdownLines } from '../text/markdown-lines.ts';
import { type IntegrationTier, tierIn } from './integration-tier.ts';
import { phaseFileName } from './spec-phases.ts';

const checkpoints = ['human-verify', 'decision', 'human-action'] as const;
export type TaskCheckpoint = (typeof checkpoints)[number];

export interface PlanTask {
  readonly n: number;
  /** Without its checkpoint. */
  readonly title: string;
  /** Its heading, and the text below. */
  readonly text: string;
  readonly checkpoint: TaskCheckpoint | null;
  /** Options of a decision; empty for other tasks. */
  readonly options: readonly string[];
}

export interface SessionPlan {
  /** Empty if there is a problem. */
  readonly tasks: readonly PlanTask[];
  readonly tier: IntegrationTier | null;
  readonly problem: 'no-tasks' | 'not-ascending' | 'too-large' | null;
}

const maxLength = 1024 * 1024;
const maxTasks = 1_000;
const maxTitle = 200;
const maxOption = 100;
const maxOptions = 10;

export function readPlanFile(text: string): SessionPlan {
  if (text.length > maxLength) return { tasks: [], tier: null, problem: 'too-large' };
  const { tasks, tier } = findTasks(text);
  const problem = problemOf(tasks.map(({ n }) => n));
  return { tasks: problem === null ? tasks.map((task) => toTask(task, text)) : [], tier, problem };
}

function problemOf(numbers: readonly number[]): SessionPlan['problem'] {
  if (numbers.length === 0) return 'no-tasks';
  if (numbers.length > maxTasks) return 'too-large';
  return numbers.some((n, at) => n <= (numbers[at - 1] ?? 0)) ? 'not-ascending' : null;
}

interface DraftTask {
  readonly n: number;
  readonly heading: string;
  readonly start: number;
  end: number;
  readonly items: string[];
}

/** A section or another task ends a task. The tier is above the first task. */
function findTasks(text: string): { readonly tasks: readonly DraftTask[]; readonly tier: IntegrationTier | null } {
  const tasks: DraftTask[] = [];
  let open: DraftTask | null = null;
  let tier: IntegrationTier | null = null;
  for (const line of markdownLines(text)) {
    const begun: DraftTask | null = line.is === 'prose' ? taskIn(line) : null;
    if (begun !== null) {
      tasks.push(begun);
      open = begun;
    } else if (line.is === 'prose' && /^ {0,3}#{1,2}[ \t]/.test(line.text)) open = null;
    if (tasks.length === 0 && line.is === 'prose') tier ??= tierIn(line.text);
    if (open === null) continue;
    open.end = line.next;
    const item = line.is === 'prose' ? listItemIn(line.text) : '';
    if (item !== '') open.items.push(item);
  }
  return { tasks, tier };
}

const taskForm = /^ {0,3}###[ \t]+task[ \t]+(\d{1,6})[ \t]*[:：–—-][ \t]*(\S.*)$/i;

function taskIn({ text, start, next }: MarkdownLine): DraftTask | null {
  const [, number = '', heading = ''] = taskForm.exec(text.slice(0, 1_000)) ?? [];
  return heading === '' ? null : { n: Number(number), heading, start, end: next, items: [] };
}

/** Not a labelled item of the form, such as `- **Files:** src/a.ts`. */
function listItemIn(text: string): string {
  const item = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/.exec(text.slice(0, 1_000))?.[1] ?? '';
  const isLabelled = /^\**(?:depends on|files|owns|category)\**:/i.test(item);
  return isLabelled ? '' : boundedLine(item.replaceAll(/[*`]/g, ''), maxOption);
}

const marker = /\[checkpoint:[ \t]*([^\]]*)\]/i;

function toTask({ n, heading, start, end, items }: DraftTask, text: string): PlanTask {
  const asked = marker.exec(heading)?.[1]?.trim().toLowerCase();
  const found = asked === undefined ? null : (checkpoints.find((one) => one === asked) ?? 'human-verify');
  const options = found === 'decision' ? distinctOptions(items) : [];
  const checkpoint = found === 'decision' && options.length === 0 ? 'human-verify' : found;
  const title = boundedLine(heading.replace(marker, '').replace(/(?:[ \t]#+)?[ \t]*$/, ''), maxTitle);
  return { n, title: title === '' ? `Task ${n}` : title, text: text.slice(start, end), checkpoint, options };
}

/** `stop` is an option of every question. */
function distinctOptions(items: readonly string[]): readonly string[] {
  const byName = new Map([...items].reverse().map((item) => [item.toLowerCase(), item]));
  byName.delete('stop');
  return items
    .filter((item) => byName.get(item.toLowerCase()) === item && byName.delete(item.toLowerCase()))
    .slice(0, maxOptions);
}

const olderPlanFolder = 'docs/plans/';

/** The folder of the plans of a spec, with a slash at its end (A-35). A spec directly in `docs/changes/` is its own topic. */
export function planFolder(specPath: string): string {
  const topic = /^docs\/changes\/([^/]+?)(?:\/|\.md$|$)/.exec(specPath.replace(/^(?:\.\/)+/, ''))?.[1];
  return topic === undefined || /^\.+$/.test(topic) ? olderPlanFolder : `docs/changes/${topic}/plans/`;
}

/** Where plans of a spec are looked for: its own folder, and the older one, where plans of any spec may be. */
export const planFolders = (specPath: string): readonly string[] => [
  ...new Set([planFolder(specPath), olderPlanFolder]),
];

export interface PlanName {
  readonly specPath: string;
  readonly phaseName: string;
  /** An ISO time or day. */
  readonly date: string;
  /** Plans of other phases, which may have the same name. */
  readonly taken?: readonly string[];
}

export function planPathFor({ specPath, phaseName, date, taken = [] }: PlanName): string {
  const stem = `${planFolder(specPath)}${date.slice(0, 10)}-${phaseFileName(phaseName)}`;
  const candidates = Array.from(
    { length: taken.length + 1 },
    (_, at) => `${stem}${at === 0 ? '' : `-${at + 1}`}-plan.md`,
  );
  return candidates.find((path) => !taken.includes(path)) ?? `${stem}-plan.md`;
}

/**
 * The plan of a phase among the files of its folder, by `*{phase-name}*` (A-38); `null` if there is none. The exact name
 * is preferred, then the last by name, which is the newest.
 */
export function findPhasePlan(
  paths: readonly string[],
  { folder, phaseName, taken = [] }: { readonly folder: string } & Pick<PlanName, 'phaseName' | 'taken'>,
): string | null {
  const name = phaseFileName(phaseName);
  const matching = paths
    .filter((path) => isPlanIn(path, folder) && !taken.includes(path))
    .filter((path) => path.slice(folder.length).normalize('NFC').toLowerCase().includes(name))
    .sort();
  const isExact = (path: string) =>
    /^\d{4}-\d\d-\d\d-(?<name>.*)-plan\.md$/.exec(path.slice(folder.length).normalize('NFC'))?.groups?.['name'] ===
    name;
  return matching.findLast(isExact) ?? matching.at(-1) ?? null;
}

const isPlanIn = (path: string, folder: string) =>
  path.startsWith(folder) && path.endsWith('.md') && !path.slice(folder.length).includes('/');
