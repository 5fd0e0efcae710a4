/** Where the session of a folder stands, and the command that goes on with it (W-33). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRow } from '@harness/core/views/run';
import type { SessionStatus } from '@harness/core/workflows/task/found-session';
import { nextStep, phaseLabel } from '@harness/core/workflows/task/phase';
import type { NextStep } from '../../cli/command.ts';
import { shellQuote } from '../../render/shell-quote.ts';

/** Without a run that lies here, the whole task is said again: it asks whether to resume. */
export function sessionPosition({ task, phase }: SessionStatus, open: RunRow | undefined): NextStep {
  const next = nextStep(phase);
  const text = `${phaseLabel(phase).replace(' — ', ' ')}. Run ${next ?? 'resume'}?`;
  if (next !== null && next !== 'plan') return { text, command: `harness task ${next}` };
  return {
    text,
    command: open ? `harness resume ${open.id}` : `harness task ${shellQuote(task === '' ? '<text>' : task)}`,
  };
}

/** The run of a task that lies here unfinished. */
export const openTask = (found: readonly RunRow[]): RunRow | undefined =>
  found.find(({ workflow, status }) => workflow === 'task' && ['waiting', 'parked', 'running'].includes(status));

/** What lies in this folder, for who only looks. It is read by what a look without a session does not load. */
export async function readSessionPosition(root: string, found: readonly RunRow[]): Promise<NextStep | undefined> {
  if (!existsSync(join(root, '.harness', 'state.json'))) return undefined;
  const { standingIn } = await import('./find-session.ts');
  const standing = standingIn(root);
  return standing && sessionPosition(standing, openTask(found));
}
