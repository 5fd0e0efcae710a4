/** Settings of autopilot. */
import * as z from 'zod';
import { count, flag, number, section } from '../../config/field.ts';

export const autopilotSection = section(
  {
    blocking: z
      .array(z.enum(['critical', 'important']))
      .describe('Severities of review findings that block a phase.')
      .default(['critical']),
    retries: number('Repeated calls for a failed task before a person is asked.').default(3),
    finalReviews: number('Rounds of fixes after the final review; after them the run ends with exit code 5.').default(
      3,
    ),
    taskThreshold: count('A plan with more tasks is shown to a person.').default(15),
    moduleThreshold: count('More affected modules raise the complexity of a phase to high.').default(15),
    scratchpadWords: count('Research with more words goes to the scratchpad instead of the answer.').default(500),
    diagnostician: flag('Whether another role looks for the cause before the last retry.').default(true),
  },
  'The autopilot workflow.',
).prefault({});
