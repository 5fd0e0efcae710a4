/** An implementer whom the findings come first (D-27). It was not there when the change was made, so it is shown the change. */
import { fenceText } from '../../../role/role.ts';
import { type Implementer, implementer, implementerInstructions, repairText } from '../../converge/implementer.ts';

const first =
  'Somebody found what is wrong with a change that is in your folder. Repair exactly that, and nothing else.';

const { opening: _theTask, ...base } = implementer('plans.fixer'); // what was found stands before it

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
