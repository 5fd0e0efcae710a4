/** Describes the defects of a plan that a person wrote. */
import { messagesFor } from '@harness/core/messages/index';
import type { MissionDefectKind, PlanReadResult } from '@harness/core/mission/plan';
import type { DefectKind } from '@harness/core/plans/work-items';
import { sentencesOf } from '@harness/core/workflow';
import { missionWorkflow } from '@harness/core/workflows/mission/workflow';
import { printable, printableList } from '../../render/printable.ts';

/** One line per problem of the file and per defect of the plan. */
export function describePlanDefects(
  plan: Exclude<PlanReadResult, { is: 'plan' }>,
  language: string | undefined,
): string {
  if (plan.is === 'nothing') return printable(plan.detail);
  const lines = [
    ...plan.problems.map(({ problem, at, detail }) => `${problem}: ${at}: ${detail}`),
    ...plan.defects.map(({ defect, ids }) => `${defect}: ${describeDefect(defect, ids.join(', '), language)}`),
  ];
  return printableList(lines);
}

export function describeDefect(defect: MissionDefectKind, ids: string, language: string | undefined): string {
  const { defects } = messagesFor(language);
  const isShared = (kind: MissionDefectKind): kind is DefectKind => kind in defects;
  return isShared(defect)
    ? defects[defect]({ ids })
    : sentencesOf(missionWorkflow, language)[`defect.${defect}`]({ ids });
}
