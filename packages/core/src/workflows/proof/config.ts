/** Settings of the proof; a run reads them before an agent works. */
import { number, oneOf, section, share } from '../../config/field.ts';

export const trustConfig = section(
  {
    witness: oneOf(
      ['required', 'ask', 'off'],
      'Whether a change needs a witness: a test or command that is red without it. "ask" lets a person accept work without one, "required" does not, "off" proves nothing.',
    ).default('ask'),
    mutants: section(
      {
        count: number('Maximum number of small edits of added lines that the tests should notice; 0 for none.').default(
          12,
        ),
        budgetMs: number('Maximum duration of all these test runs, in milliseconds.').default(60_000),
        leastKilled: share('Share of these edits that the tests must notice.').default(0.5),
      },
      'Mutants: edits of added lines that a good test notices.',
    ).prefault({}),
    acceptance: oneOf(
      ['same', 'independent'],
      'Who writes the tests of a change: "same" is the role that makes it. "independent" is a role that sees only the task, before the work starts; its tests are frozen. Autopilot refuses it.',
    ).default('same'),
  },
  'The proof that a change does something.',
).prefault({});
