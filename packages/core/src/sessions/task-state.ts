/**
 * Reads and writes the tasks of a phase, `state.json`, which the executor updates after every task (A-46, AO-17).
 *
 * The file holds claims of an agent: it says what an executor believes, and decides nothing.
 */
import { boundedLine } from '../text/bounded-text.ts';
import { readTaskState } from './session-files.ts';

const progressWords = ['pending', 'in_progress', 'complete'] as const;
export type TaskProgress = (typeof progressWords)[number];

export interface TaskPosition {
  readonly phase: number;
  /** Number of the task; 0 before the first. */
  readonly task: number;
}

export type TaskStateReading =
  | { readonly is: 'missing' }
  | { readonly is: 'unreadable' }
  /** By the number of the task. */
  | { readonly is: 'read'; readonly progress: ReadonlyMap<number, TaskProgress> };

const maxLength = 1024 * 1024;

/** `text` is `null` if the file does not exist. Entries that are no tasks are left out. */
export function readTaskProgress(text: string | null): TaskStateReading {
  if (text === null) return { is: 'missing' };
  const read = text.length > maxLength ? null : readTaskState(text);
  if (!read?.ok) return { is: 'unreadable' };
  const tasks = Object.entries(read.value.progress).filter(([number]) => /^[1-9]\d{0,5}$/.test(number));
  return { is: 'read', progress: new Map(tasks.map(([number, progress]) => [Number(number), progress])) };
}

export interface TaskStateInput {
  readonly position: TaskPosition;
  readonly progress: ReadonlyMap<number, TaskProgress>;
  readonly decisions: readonly { readonly date: string; readonly decision: string; readonly context: string }[];
  readonly blockers: readonly {
    readonly id: string;
    readonly description: string;
    readonly status: 'open' | 'resolved';
  }[];
  /** Slug and time of the last session. */
  readonly lastSession: string;
}

const maxText = 1_000;

/** Exactly the fields of version 1. */
export function taskStateText({ position, progress, decisions, blockers, lastSession }: TaskStateInput): string {
  const { phase, task } = position;
  const document = {
    schemaVersion: 1,
    position: { phase, task },
    progress: Object.fromEntries(progress),
    decisions: decisions.map(({ date, decision, context }) => ({
      date,
      decision: boundedLine(decision, maxText),
      context: boundedLine(context, maxText),
    })),
    blockers: blockers.map(({ id, description, status }) => ({
      id,
      description: boundedLine(description, maxText),
      status,
    })),
    lastSession,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
