/** Roles of the issue loop by id. */
import type { Role } from '../../../role/role.ts';
import { issueDiscoverer } from './discoverer.ts';
import { issuePlanner } from './planner.ts';
import { issueReviewer } from './reviewer.ts';
import { issueWorker } from './worker.ts';

export const issuesRoles = {
  'issues.planner': issuePlanner,
  'issues.worker': issueWorker,
  'issues.reviewer': issueReviewer,
  'issues.discoverer': issueDiscoverer,
} as const satisfies Readonly<Record<`issues.${string}`, Role<never, unknown>>>;
