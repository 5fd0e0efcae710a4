/** Operations on subsystem specs, by name. */
import type { Operations } from '../operation-performer.ts';
import type { IssuesContext } from './context.ts';

export const subsystemOperations: Operations<IssuesContext> = {};
