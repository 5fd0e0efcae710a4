/** What a task can say of its moves: a closed list, worded by `messages`. */
import type { Params } from '../../failure.ts';
import type { MissionTellingCode } from '../mission/telling.ts';

/** Of every workflow that says something. */
export type TellingCode = TaskTellingCode | MissionTellingCode;

export type TaskTellingCode =
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

export interface Telling {
  readonly code: TellingCode;
  readonly params: Params;
  readonly mark: 'good' | 'bad' | 'warn' | 'plain';
}

export const say = (code: TellingCode, params: Params = {}, mark: Telling['mark'] = 'plain'): Telling => ({
  code,
  params,
  mark,
});
export const good = (code: TellingCode, params: Params = {}) => say(code, params, 'good');
export const bad = (code: TellingCode, params: Params = {}) => say(code, params, 'bad');
export const warn = (code: TellingCode, params: Params = {}) => say(code, params, 'warn');
