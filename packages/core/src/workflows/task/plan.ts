/** Step 2: independent proposals, critiques in mode multi, one spec (W-88 to W-96). */
import { liveConventions } from '../../checkout/session-files.ts';
import { agent } from '../../effects/agent.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { Effect } from '../../machine/machine.ts';
import { fileText, type LabelledTexts } from '../../text/text.ts';
import { taskModelOf } from './models.ts';
import { crossCritique } from './roles/cross-critique.ts';
import { type Persona, type PlanningInput, personas } from './roles/inputs.ts';
import { architectPersona, qaSpecialist, seniorDeveloper } from './roles/personas.ts';
import { plannerSingle } from './roles/planner-single.ts';
import { synthesis, synthesisStandard } from './roles/synthesis.ts';
import type { TaskReply } from './roles/task-reply.ts';
import { type Session, sessionState, specPath, taskScopeText } from './session.ts';
import { afterPlan, checkoutWorkplace, step, toFailedOrInspecting } from './state.ts';

export const taskPlanSteps = [
  step({
    at: 'planning',
    to: ['approving', 'halted', 'critiquing', 'synthesising', 'inspecting', 'failed'],
    needs: (state) => (state.mode === 'single' ? { spec: callPlanner(state) } : callPersonas(state)),
    next: (state, said) => {
      const failure = failureIn(said);
      if (failure) return toFailedOrInspecting(state, failure, 'planning');
      if (state.mode === 'single') return afterPlan(state);
      return { ...sessionState(state), at: state.mode === 'multi' ? 'critiquing' : 'synthesising' };
    },
  }),
  step({
    at: 'critiquing',
    to: ['synthesising', 'inspecting', 'failed'],
    needs: (state) =>
      Object.fromEntries(personas.map((persona) => [persona, callCritic(state, persona)])) as Record<
        Persona,
        Effect<TaskReply>
      >,
    next: (state, said) => {
      const failure = failureIn(said);
      return failure
        ? toFailedOrInspecting(state, failure, 'planning')
        : { ...sessionState(state), at: 'synthesising' };
    },
  }),
  step({
    at: 'synthesising',
    to: ['approving', 'halted', 'inspecting', 'failed'],
    needs: (state) => ({ spec: callSynthesis(state) }),
    next: (state, { spec }) => (spec.ok ? afterPlan(state) : toFailedOrInspecting(state, spec.failure, 'planning')),
  }),
] as const;

const personaRoles = {
  architect: { role: architectPersona, label: 'Architect' },
  senior_developer: { role: seniorDeveloper, label: 'Senior Developer' },
  qa_specialist: { role: qaSpecialist, label: 'QA Specialist' },
} as const;

const personasOf = ({ mode }: Session): readonly Persona[] => (mode === 'multi' ? personas : personas.slice(0, 2));
const proposalOf = (persona: Persona) => `.harness/planner/proposal_${persona}.md`;
const critiqueOf = (persona: Persona) => `.harness/planner/critique_${persona}.md`;
const labelledFiles = (fileOf: (persona: Persona) => string, authors: readonly Persona[]): LabelledTexts => ({
  texts: authors.map((persona) => ({ label: personaRoles[persona].label, file: fileOf(persona) })),
});
export const asAdvisor = ({ model }: Session) => ({ model: taskModelOf(model, 'advisor') });

/** W-89, W-90: always all fields, even if empty. */
export const planningInput = ({ job, conventions }: Session): PlanningInput => ({
  task_description: job.task,
  repo_path: job.repoPath,
  lang: job.lang,
  scope: taskScopeText(job),
  user_lang: job.userLang,
  qa_discovery_notes: fileText(`${job.docsPath}qa_notes.md`),
  critic_findings: fileText(`${job.docsPath}critic_findings.md`),
  conventions: conventions?.startsWith('file:') ? fileText(liveConventions) : '',
});

const callPlanner = (s: Session) =>
  agent(plannerSingle, checkoutWorkplace, { ...planningInput(s), spec_path: specPath(s) }, asAdvisor(s));

/** W-95: no persona sees another's proposal. */
const callPersonas = (s: Session): Record<string, Effect<TaskReply>> =>
  Object.fromEntries(
    personasOf(s).map((persona) => [
      persona,
      agent(
        personaRoles[persona].role,
        checkoutWorkplace,
        { ...planningInput(s), output_path: proposalOf(persona) },
        asAdvisor(s),
      ),
    ]),
  );

const callCritic = (s: Session, persona: Persona) =>
  agent(
    crossCritique,
    checkoutWorkplace,
    {
      task_description: s.job.task,
      user_lang: s.job.userLang,
      persona,
      other_proposals: labelledFiles(
        proposalOf,
        personas.filter((other) => other !== persona),
      ),
      output_path: critiqueOf(persona),
    },
    asAdvisor(s),
  );

function callSynthesis(s: Session): Effect<TaskReply> {
  const common = {
    task_description: s.job.task,
    user_lang: s.job.userLang,
    all_proposals: labelledFiles(proposalOf, personasOf(s)),
    spec_path: specPath(s),
  };
  return s.mode === 'multi'
    ? agent(
        synthesis,
        checkoutWorkplace,
        { ...common, all_critiques: labelledFiles(critiqueOf, personas) },
        asAdvisor(s),
      )
    : agent(synthesisStandard, checkoutWorkplace, common, asAdvisor(s));
}

export const failureIn = (answers: Readonly<Record<string, Outcome<unknown> | undefined>>) => {
  const failed = Object.values(answers).find((answer) => answer && !answer.ok);
  return failed && !failed.ok ? failed.failure : undefined;
};
