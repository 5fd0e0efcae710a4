/** Roles of task by id, except the writer of acceptance tests, which other workflows have too. */
import type { Role } from '../../../role/role.ts';
import { codeQualityAdvisor, combinedAdvisor, testStabilityAdvisor } from './advisors.ts';
import { autoFixProposer } from './auto-fix-proposer.ts';
import { conventionScanner } from './convention-scanner.ts';
import { crossCritique } from './cross-critique.ts';
import { evaluator } from './evaluator.ts';
import { generatorSingle, implementation, implementationStandard } from './generators.ts';
import { leadDeveloper } from './lead-developer.ts';
import { architectPersona, qaSpecialist, seniorDeveloper } from './personas.ts';
import { plannerSingle } from './planner-single.ts';
import { synthesis, synthesisStandard } from './synthesis.ts';
import { verifier } from './verifier.ts';

export const taskRoles = {
  'task.convention-scanner': conventionScanner,
  'task.planner-single': plannerSingle,
  'task.architect': architectPersona,
  'task.senior-developer': seniorDeveloper,
  'task.qa-specialist': qaSpecialist,
  'task.cross-critique': crossCritique,
  'task.synthesis-standard': synthesisStandard,
  'task.synthesis': synthesis,
  'task.generator-single': generatorSingle,
  'task.lead-developer': leadDeveloper,
  'task.combined-advisor': combinedAdvisor,
  'task.code-quality-advisor': codeQualityAdvisor,
  'task.test-stability-advisor': testStabilityAdvisor,
  'task.implementation-standard': implementationStandard,
  'task.implementation': implementation,
  'task.verifier': verifier,
  'task.auto-fix-proposer': autoFixProposer,
  'task.evaluator': evaluator,
} as const satisfies Readonly<Record<`task.${string}`, Role<never, unknown>>>;
