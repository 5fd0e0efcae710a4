/** Every role by its id: `<workflow>.<role>`. A script, an override, a log line and a page all use these ids. */
import type { Role } from '../role/role.ts';
import { type Implementer, implementer } from '../workflows/converge/implementer.ts';
import { type Reviewer, reviewer } from '../workflows/converge/reviewer.ts';
import { fidelityRole } from '../workflows/fidelity/role.ts';
import { missionRoles } from '../workflows/mission/roles/index.ts';
import { fixer } from '../workflows/plan/roles/fixer.ts';
import { planImplementer } from '../workflows/plan/roles/implementer.ts';
import { mergeChecker } from '../workflows/plan/roles/merge-checker.ts';
import { preparer } from '../workflows/plan/roles/preparer.ts';
import { planReviewer } from '../workflows/plan/roles/reviewer.ts';
import { uiReviewer } from '../workflows/plan/roles/ui-reviewer.ts';
import { planner } from '../workflows/planning/planner.ts';
import { siteAnalyst } from '../workflows/site-reverse/site-analyst.ts';
import { taskRoles } from '../workflows/task/roles/index.ts';

/** Who can fill the slots of converge: they take the same input and return the same value. */
export const implementers = {
  'converge.implementer': implementer('converge.implementer'),
  'plans.implementer': planImplementer,
  'plans.fixer': fixer,
} as const satisfies Readonly<Record<string, Implementer>>;
export const reviewers = {
  'converge.reviewer': reviewer('converge.reviewer'),
  'plans.reviewer': planReviewer,
} as const satisfies Readonly<Record<string, Reviewer>>;

/** Everybody whose answer is findings, for whoever tells of them. */
export const findingRoles: ReadonlySet<string> = new Set([...Object.keys(reviewers), uiReviewer.id]);

export type ImplementerId = keyof typeof implementers;
export type ReviewerId = keyof typeof reviewers;

export const roles: Readonly<Record<string, Role<never, unknown>>> = {
  ...implementers,
  ...reviewers,
  ...taskRoles,
  [uiReviewer.id]: uiReviewer,
  ...missionRoles,
  [preparer.id]: preparer,
  [mergeChecker.id]: mergeChecker,
  [planner.id]: planner,
  [siteAnalyst.id]: siteAnalyst,
  [fidelityRole.id]: fidelityRole,
};
