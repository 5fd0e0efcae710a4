/** What a task can say of its moves: a closed list, worded by `messages`. */
import { moduleCode, type Params, type ProgressMessage } from '../../codes.ts';
import type { MissionProgressCode } from '../mission/progress-codes.ts';

export type { ProgressMessage } from '../../codes.ts';

export type ProgressCode = MissionProgressCode;

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
