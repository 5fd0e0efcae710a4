/** Operations on the state of the loop, by name. */
import type { Operations } from '../operation-performer.ts';
import type { IssuesContext } from './context.ts';

export const loopOperations: Operations<IssuesContext> = {};
