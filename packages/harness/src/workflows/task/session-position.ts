/** Finds how far a folder's session is, and the next command (W-33). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRow } from '@harness/core/views/run';
import type { SessionStatus } from '@harness/core/workflows/task/found-session';
import { nextStep, phaseLabel } from '@harness/core/workflows/task/phase';
import type { NextStep } from '../../cli/command.ts';
import { shellQuote } from '../../render/shell-quote.ts';
import { isUnfinished } from '../../runs/read-runs.ts';

/** Without an unfinished run, the command repeats the task, which asks whether to resume. */
export function sessionPosition({ task, phase }: SessionStatus, open: RunRow | undefined): NextStep {
  const next = nextStep(phase);
  const text = `${phaseLabel(phase).replace(' — ', ' ')}. Run ${next ?? 'resume'}?`;
  if (next !== null && next !== 'plan') return { text, command: `harness task ${next}` };
  return {
    text,
    command: open ? `harness resume ${open.id}` : `harness task ${shellQuote(task === '' ? '<text>' : task)}`,
  };
}

/** Reads without changing anything. Imports late, so that a folder without a session loads less code. */
export async function readSessionPosition(root: string, found: readonly RunRow[]): Promise<NextStep | undefined> {
  if (!existsSync(join(root, '.harness', 'state.json'))) return undefined;
  const { readSessionStatusIn: standingIn } = await import('./find-session.ts');
  const status = standingIn(root);
  const open = found.find((row) => row.workflow === 'task' && isUnfinished(row));
  return status && sessionPosition(status, open);
}
