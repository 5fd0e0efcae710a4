/** Rows about a session: its settings at the start, and its status (W-13, W-72, W-73). */

import { type ProgressMessage, progressOf } from '../../codes.ts';
import { taskCodes } from './codes.ts';
import { type Session, type TaskJob, taskScopeText } from './session.ts';

const message = progressOf(taskCodes);

/** W-72, W-73. */
export function startRows(s: Session): readonly ProgressMessage[] {
  const { job, model } = s;
  const rows = {
    Directory: job.repoPath,
    ...(s.branch === null ? {} : { Branch: s.branch }),
    Mode: s.mode,
    Model: model.preset,
    Verifier: model.verifier,
    Style: s.style,
    Language: job.lang,
    Test: job.commands.test ?? 'none',
    Build: job.commands.build ?? 'none',
    Lint: job.commands.lint ?? 'none',
    TypeCheck: job.commands.typeCheck ?? 'none',
    Scope: taskScopeText(job),
    Output: job.docsPath,
  };
  const costly = model.verifier === 'haiku' ? [] : [message('task.costly-verifier', { model: model.verifier }, 'warn')];
  return [message('task.started', {}, 'good'), ...rowsOf(rows), ...costly];
}

/** W-13. */
export const statusRows = (s: Session, phase: string): readonly ProgressMessage[] =>
  rowsOf({
    Task: s.job.task,
    Mode: s.mode,
    Model: s.model.preset,
    Style: s.style,
    Phase: phase,
    Round: `${s.round} / ${s.job.limits.rounds}`,
    ...(s.branch === null ? {} : { Branch: s.branch }),
    Scope: taskScopeText(s.job),
  });

const rowsOf = (rows: Readonly<Record<string, string>>) =>
  Object.entries(rows).map(([name, value]) => message('task.row', { name, value }));

/** Further files are only counted. */
const maxFiles = 10;

/** Lists the user's own changes, which stay out of the commit. Documents of the session are not foreign. */
export function untouchedFiles({ docsPath }: TaskJob, foreign: readonly string[]): readonly ProgressMessage[] {
  const files = foreign.filter((file) => !file.startsWith(docsPath));
  if (files.length === 0) return [];
  const more = files.length > maxFiles ? ` … +${files.length - maxFiles}` : '';
  return [message('task.left-alone', { files: files.slice(0, maxFiles).join(', ') + more }, 'warn')];
}
