/** Every role by its id: `<workflow>.<role>`. A script, an override, a log line and a page all use these ids. */
import type { Role } from '../role.ts';
import { type Implementer, implementer } from './implementer.ts';
import { missionRoles } from './mission/index.ts';
import { fidelityRole } from './plans/fidelity.ts';
import { fixer } from './plans/fixer.ts';
import { planImplementer } from './plans/implementer.ts';
import { mergeChecker } from './plans/merge-checker.ts';
import { planner } from './plans/planner.ts';
import { preparer } from './plans/preparer.ts';
import { planReviewer } from './plans/reviewer.ts';
import { siteAnalyst } from './plans/site-analyst.ts';
import { uiReviewer } from './plans/ui-reviewer.ts';
import { type Reviewer, reviewer } from './reviewer.ts';
import { taskRoles } from './task/index.ts';

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
