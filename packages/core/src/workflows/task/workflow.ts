/** Describes the workflow task: plans, confirms, generates, verifies and evaluates one task in the user's checkout. */
import { defineWorkflow } from '../../workflow.ts';
import { taskCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const taskWorkflow = defineWorkflow({
  id: 'task',
  machines: ['task'],
  roles: [
    'task.convention-scanner',
    'task.planner-single',
    'task.architect',
    'task.senior-developer',
    'task.qa-specialist',
    'task.cross-critique',
    'task.synthesis-standard',
    'task.synthesis',
    'task.acceptance-writer',
    'task.generator-single',
    'task.lead-developer',
    'task.combined-advisor',
    'task.code-quality-advisor',
    'task.test-stability-advisor',
    'task.implementation-standard',
    'task.implementation',
    'task.verifier',
    'task.auto-fix-proposer',
    'task.evaluator',
  ],
  codes: taskCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
