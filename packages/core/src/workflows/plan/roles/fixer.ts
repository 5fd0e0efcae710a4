/** Repairs findings in a change that another call made (D-27): the prompt starts with the findings and includes the diff. */
import { fenceText } from '../../../role/role.ts';
import { type Implementer, implementer, implementerInstructions, repairText } from '../../converge/implementer.ts';

const first =
  'The prompt lists the problems of the change in your folder. Fix exactly these problems, and nothing else.';

const { opening: _theTask, ...base } = implementer('plans.fixer'); // the findings come before the task

export const fixer: Implementer = {
  ...base,
  contextPhase: 'fix',
  instructions: [first, implementerInstructions].join('\n'),
  prompt: ({ task, checks, repair, made }, read) =>
    [
      repair ? repairText(repair) : '',
      fenceText('plan', task),
      made ? fenceText('diff', read(made)) : '',
      checks.length > 0 ? `These commands must pass:\n${checks.map((command) => `- ${command}`).join('\n')}` : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
};
