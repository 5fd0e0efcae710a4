/** Finds the session in a folder, if there is one (W-15 to W-18, W-33, W-34). */
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { taskCodes } from '@harness/core/workflows/task/codes';
import {
  type FoundSession,
  readSessionStatus,
  readTaskSession,
  type SessionStatus,
} from '@harness/core/workflows/task/found-session';
import { isAtOrAfter } from '@harness/core/workflows/task/phase';
import type { StepName, TaskJob } from '@harness/core/workflows/task/session';
import { taskWorkflow } from '@harness/core/workflows/task/workflow';
import { readJson } from '@harness/engine/store/durable-file';

const stateFile = (root: string) => join(root, '.harness', 'state.json');

/** Reads the session without changing the file. */
export function readSession(root: string, job: TaskJob): FoundSession | 'unreadable' | undefined {
  const path = stateFile(root);
  return existsSync(path) ? (readTaskSession(readJson(contentOf(path)), job) ?? 'unreadable') : undefined;
}

/** Moves an unreadable file aside and reports it, so that a new session can start. */
export function findSession(root: string, job: TaskJob, tell: (text: string) => void): FoundSession | undefined {
  const path = stateFile(root);
  const found = readSession(root, job);
  if (found !== 'unreadable') return found;
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
  renameSync(path, aside);
  const { stateMoved } = sentencesOf(taskWorkflow, job.userLang);
  tell(`${stateMoved({ file: '.harness/state.json', aside: aside.slice(root.length + 1) })}\n`);
  return undefined;
}

/** Reads the status of the session. An unreadable file is left alone. */
export function readSessionStatusIn(root: string): SessionStatus | undefined {
  const path = stateFile(root);
  return existsSync(path) ? readSessionStatus(readJson(contentOf(path))) : undefined;
}

/** Without a byte order mark; empty if the path is a folder. */
const contentOf = (path: string): string =>
  statSync(path).isFile() ? readFileSync(path, 'utf8').replace(/^\uFEFF/, '') : '';

/** W-34: each phase is a minimum. */
const prerequisites = {
  generate: { files: ['spec.md'], phase: 'plan_done', first: 'plan' },
  verify: { files: ['changes.md'], phase: 'generate_done', first: 'generate' },
  evaluate: { files: ['spec.md', 'changes.md', 'verify_report.md'], phase: 'verify_done', first: 'verify' },
} as const;

export function requireStepReached(
  root: string,
  step: Exclude<StepName, 'plan'>,
  found: FoundSession | undefined,
): void {
  const { files, phase, first } = prerequisites[step];
  const isReady =
    found?.is === 'session' &&
    isAtOrAfter(found.phase, phase) &&
    files.every((file) => existsSync(join(root, found.session.job.docsPath, file)));
  if (!isReady) throw refusalOf(taskCodes, 'task.step-first', { first });
}
