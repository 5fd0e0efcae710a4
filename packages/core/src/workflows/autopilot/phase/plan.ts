/** Assesses a phase, plans it unless a person plans it, and reads the plan. */
import { agent } from '../../../effects/agent.ts';
import { assessPhase, gatherContext, type PlanOfPhase, readPhasePlan } from '../../../effects/autopilot.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { decideApproval, highestComplexity, overrideByPlan } from '../../../sessions/approval.ts';
import { fileText } from '../../../text/text.ts';
import { autopilotCodes } from '../codes.ts';
import { phasePlanner } from '../roles/planner.ts';
import { specOf } from '../session.ts';
import type { Built, Planned } from './job.ts';
import { plannerInput } from './role-inputs.ts';
import { failedPhase, phaseItem, phaseStep, phaseStopped, plannedOf, readerPlace, toPlanWork } from './state.ts';

export const phasePlanSteps = [
  phaseStep({
    at: 'assessing',
    to: ['planning', 'reading-plan', 'stopped', 'failed'],
    needs: ({ job: { session, phase, complexity, planPath } }) => ({
      survey: act(assessPhase, {
        ...specOf(session),
        phase,
        complexity,
        planPath,
        moduleThreshold: session.moduleThreshold,
      }),
      gathered: act(gatherContext, { ...specOf(session), phase }),
    }),
    next: (state, { survey, gathered }) => {
      if (!survey.ok) return failedPhase(survey.failure);
      if (!gathered.ok) return failedPhase(gathered.failure);
      const { job, lane } = state;
      const { assessment, planPath, newPlanPath } = survey.value;
      const complexity = highestComplexity(job.complexity, assessment.raisedTo);
      const { context } = gathered.value;
      const planned: Planned = {
        job,
        lane,
        context,
        complexity,
        assessment,
        notes: [],
        newPlanPath,
        from: 1,
        consent: {},
      };
      if (planPath !== null) return { ...planned, at: 'reading-plan', planPath, said: null };
      // A person plans a phase of high complexity; the next command looks for the plan again.
      if (complexity === 'high')
        return { at: 'stopped', waitsFor: 'plan', stop: { at: 'assessing', job, lane }, lane, assessment, newPlanPath };
      return toPlanning(planned);
    },
  }),
  phaseStep({
    at: 'planning',
    to: ['reading-plan', 'asking-skeleton', 'failed'],
    needs: (state) => ({
      planned: agent(phasePlanner, readerPlace(state.lane), plannerInput(state), { item: phaseItem(state.job) }),
    }),
    next: (state, { planned }) => {
      if (!planned.ok) return failedPhase(planned.failure);
      const { newPlanPath: planPath } = state;
      const { summary, concerns } = planned.value;
      return state.skeleton === 'asked'
        ? { ...plannedOf(state), at: 'asking-skeleton' }
        : { ...plannedOf(state), at: 'reading-plan', planPath, said: { summary, concerns } };
    },
  }),
  phaseStep({
    at: 'asking-skeleton',
    to: ['planning', 'stopped'],
    needs: ({ job, newPlanPath }) => ({
      answer: ask(
        autopilotCodes,
        'skeleton',
        { n: job.phase.n, name: job.phase.name, file: newPlanPath },
        { evidence: [fileText(newPlanPath)], item: phaseItem(job) },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      const noted = { ...plannedOf(state), notes: withNote(state, note) };
      switch (choice) {
        case 'yes':
          return { ...noted, at: 'planning', skeleton: 'approved' };
        case 'revise':
          return { ...noted, at: 'planning', skeleton: 'asked' };
        case 'stop':
          return phaseStopped(state, state);
      }
    },
  }),
  phaseStep({
    at: 'reading-plan',
    to: ['asking-plan', 'working', 'asking-no-output', 'failed'],
    needs: ({ job: { session, phase }, planPath, said }) => ({
      read: act(readPhasePlan, { ...specOf(session), phase, planPath, said }),
    }),
    next: (state, { read }) => {
      if (!read.ok) return failedPhase(read.failure);
      if (read.value.is === 'missing') return { ...plannedOf(state), at: 'asking-no-output' };
      const { is: _, ...plan } = read.value;
      const built = toBuilt(state, plan);
      return built.approval.is === 'automatic' ? toPlanWork(built) : { ...built, at: 'asking-plan' };
    },
  }),
  phaseStep({
    at: 'asking-no-output',
    to: ['planning', 'stopped'],
    needs: ({ job, newPlanPath }) => ({
      answer: ask(
        autopilotCodes,
        'no-output',
        { n: job.phase.n, name: job.phase.name, file: newPlanPath },
        { item: phaseItem(job) },
      ),
    }),
    next: (state, { answer: { choice, note } }) =>
      choice === 'retry'
        ? toPlanning({ ...plannedOf(state), notes: withNote(state, note) })
        : phaseStopped(state, state),
  }),
] as const;

/** Thorough sessions show the outline of the plan first. */
export const toPlanning = (planned: Planned) =>
  ({
    ...plannedOf(planned),
    at: 'planning',
    skeleton: planned.job.session.rigor === 'thorough' ? 'asked' : 'none',
  }) as const;

export const withNote = ({ notes }: Pick<Planned, 'notes'>, note: string): readonly string[] =>
  note === '' || notes.includes(note) ? notes : [...notes, note];

/** A plan that is larger than its phase promised raises the complexity, and a person looks at it. */
function toBuilt(state: Planned, plan: PlanOfPhase): Built {
  const { session, complexity: annotated } = state.job;
  const complexityOverride = overrideByPlan(annotated, plan);
  const approval = decideApproval({
    rigor: session.rigor,
    reviewPlans: session.reviewPlans,
    complexity: highestComplexity(state.complexity, complexityOverride),
    complexityOverride,
    concerns: plan.concerns,
    tasks: plan.tasks,
    taskThreshold: session.taskThreshold,
    knowledgeGaps: plan.gaps,
  });
  return { ...plannedOf(state), plan, complexityOverride, approval };
}
