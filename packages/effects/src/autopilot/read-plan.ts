/** Reads the plan of a phase, and keeps the text that is approved and executed: later edits of the file change nothing. */

import { readSpecWork } from '@harness/core/checkout/spec-work';
import type { PlanFound, PlanOfPhase, readPhasePlan } from '@harness/core/effects/autopilot';
import type { ArgsOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { compareKnowledge, isDomainName } from '@harness/core/knowledge/gaps';
import type { Handoff } from '@harness/core/sessions/handoff';
import { readPlanFile } from '@harness/core/sessions/plan-file';
import { phaseFileName } from '@harness/core/sessions/spec-phases';
import { boundedLine } from '@harness/core/text/bounded-text';
import { isWorkKind } from '@harness/core/trust/work-kind';
import { keepText } from '../artifact/keep-text.ts';
import { readDocument } from '../documents/read-document.ts';
import { readDomainDocuments } from '../knowledge/documents.ts';
import type { AutopilotContext } from './context.ts';
import { findPlanPath } from './find-plan.ts';
import { keepOrWriteHandoff, markHandoff, readAnyHandoff, readFreshHandoff } from './handoff-file.ts';
import { readKnownGraph } from './known-graph.ts';

type Args = ArgsOf<typeof readPhasePlan>;

const maxConcern = 500;
const maxConcerns = 50;

export async function performReadPlan(work: AutopilotContext, args: Args): Promise<Outcome<PlanFound>> {
  const { phase, said } = args;
  const handoff = said === null ? readAnyHandoff(work.repo, args) : await readFreshHandoff(work, args);
  const found = await readFirstPlan(work, await plansToTry(work, args, handoff));
  if (said === null) await markHandoff(work, args.slug);
  else await keepOrWriteHandoff(work, args, handoffOfPlanner(args, found?.planPath ?? null));
  if (found === null) return ok({ is: 'missing' });
  const concerns = new Set([...(said?.concerns ?? []), ...(handoff?.concerns ?? [])].map(toConcern));
  return ok({
    is: 'plan',
    ...found,
    concerns: [...concerns].filter((concern) => concern !== '').slice(0, maxConcerns),
    gaps: await countKnowledgeGaps(work, phase.name),
  });
}

const toConcern = (text: string) => boundedLine(text, maxConcern);

/** A plan that a planner did not name is not its plan: an older one may have the same name. */
async function plansToTry(
  { repo }: AutopilotContext,
  args: Args,
  handoff: Handoff | null,
): Promise<readonly (string | null)[]> {
  const named = [args.planPath, handoff?.planPath ?? null];
  return args.said === null ? [...named, await findPlanPath(repo, args)] : named;
}

type PlanText = Omit<PlanOfPhase, 'concerns' | 'gaps'>;

/** The first of these plans that has a task. */
async function readFirstPlan(work: AutopilotContext, paths: readonly (string | null)[]): Promise<PlanText | null> {
  for (const planPath of new Set(paths)) {
    const file = planPath === null ? null : readDocument(work.repo, planPath);
    if (planPath === null || file?.is !== 'text') continue;
    const { tasks, tier } = readPlanFile(file.text);
    if (tasks.length === 0) continue;
    const plan = await keepText(work, 'plan.md', file.text);
    const checkpoints = tasks.filter(({ checkpoint }) => checkpoint !== null).length;
    return { planPath, plan, tasks: tasks.length, checkpoints, tier, ...workOf(file.text) };
  }
  return null;
}

/** As in the spec of a task: lines `Kind:` and `Changes:` above the first section. */
function workOf(text: string): Pick<PlanOfPhase, 'kind' | 'changes'> {
  const { kind, changes = [] } = readSpecWork(text) ?? {};
  return {
    ...(kind !== undefined && kind !== null && isWorkKind(kind) ? { kind } : {}),
    ...(changes.length > 0 ? { changes } : {}),
  };
}

const handoffOfPlanner = ({ phase, said }: Args, planPath: string | null): Handoff => ({
  timestamp: new Date().toISOString(),
  fromSkill: 'harness-planner',
  phase: String(phase.n),
  summary: said?.summary ?? '',
  completed: [],
  pending: [],
  concerns: said?.concerns ?? [],
  decisions: [],
  blockers: [],
  contextKeywords: [],
  planPath,
});

/** Public exports that the documents of the domain do not name; `null` without documents or a code graph. */
async function countKnowledgeGaps(work: AutopilotContext, phaseName: string): Promise<number | null> {
  const domain = phaseFileName(phaseName); // the domain has the name of the phase
  if (!isDomainName(domain)) return null;
  const documents = await readDomainDocuments(work.repo, domain);
  if (documents.every(({ entries }) => entries === null)) return null;
  const graph = await readKnownGraph(work);
  return graph === null ? null : compareKnowledge(graph, documents).gaps.length;
}
