/** Operations on the change of a group and of an issue, by name. */
import type { Operations } from '../operation-performer.ts';
import type { IssuesContext } from './context.ts';

export const changeOperations: Operations<IssuesContext> = {};
