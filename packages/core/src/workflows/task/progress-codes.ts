/** What a task can say of its moves: a closed list, worded by `messages`. */
import { moduleCode, type Params, type ProgressMessage } from '../../codes.ts';
import type { MissionProgressCode } from '../mission/progress-codes.ts';

export type { ProgressMessage } from '../../codes.ts';

/** Of every workflow that says something. */
export type ProgressCode = TaskProgressCode | MissionProgressCode;

export type TaskProgressCode =
  | 'task.found'
  | 'task.state-moved'
  | 'task.row'
  | 'task.started'
  | 'task.costly-verifier'
  | 'task.left-alone'
  | 'task.docs-path-refused'
  | 'task.note-unreadable'
  | 'task.conventions-copied'
  | 'task.conventions-kept'
  | 'task.conventions-scanned'
  | 'task.conventions-skipped'
  | 'task.conventions-missing'
  | 'task.unparsed'
  | 'task.tick'
  | 'task.cross'
  | 'task.proposals'
  | 'task.critiques'
  | 'task.plan-tick'
  | 'task.review-tick'
  | 'task.reviews-tick'
  | 'task.code-tick'
  | 'task.phase-plan'
  | 'task.plan-complete'
  | 'task.phase-generate'
  | 'task.dispatch-generator'
  | 'task.generate-complete'
  | 'task.phase-verify'
  | 'task.verify-passed'
  | 'task.verify-result'
  | 'task.verify-retry'
  | 'task.verify-exhausted'
  | 'task.latest-error'
  | 'task.see'
  | 'task.first-line'
  | 'task.path-dropped'
  | 'task.no-paths'
  | 'task.patch-empty'
  | 'task.autofix-model'
  | 'task.applying'
  | 'task.diff-path-refused'
  | 'task.reverted'
  | 'task.phase-evaluate'
  | 'task.dispatch-evaluator'
  | 'task.evaluate-complete'
  | 'task.qa-pass'
  | 'task.layer2-retry'
  | 'task.layer2-exhausted'
  | 'task.failing-items'
  | 'task.max-rounds'
  | 'task.halted'
  | 'task.guard-target'
  | 'task.guard-refused'
  | 'task.unstaged'
  | 'task.artifacts-left'
  | 'task.base-folder'
  | 'task.base-memory'
  | 'task.base-ignored';

export const infoMessage = (
  code: ProgressCode,
  params: Params = {},
  mark: ProgressMessage['mark'] = 'plain',
): ProgressMessage => ({
  code: moduleCode(code),
  params,
  mark,
});
export const successMessage = (code: ProgressCode, params: Params = {}) => infoMessage(code, params, 'good');
export const errorMessage = (code: ProgressCode, params: Params = {}) => infoMessage(code, params, 'bad');
export const warningMessage = (code: ProgressCode, params: Params = {}) => infoMessage(code, params, 'warn');
