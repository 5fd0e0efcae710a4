/** The operation that gives a lane the files of its checkpoint again; ignored files stay. It can be repeated after a crash. */
import type { Lane } from './git.ts';
import { operationsOf } from './operation.ts';

const gitOperation = operationsOf('git', 'git.failed');

export const restoreLane = gitOperation<{ lane: Lane; checkpoint: string }, 'restored'>('restore-lane', ['restored']);
