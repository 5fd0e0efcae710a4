/** The part of the pages about plans and missions that describes work without a witness. */
import type { WorkKind } from '@harness/core/trust/work-kind';
import { code, table } from './markdown.ts';

const rules: Readonly<Record<WorkKind, string>> = {
  docs: 'Only documents changed.',
  refactor: 'No test was touched, all checks are green, and the review is clean.',
  tests: 'The new tests notice small edits of the code that they test.',
  config: 'A given command is red before and green after the change, or a person accepts it.',
};

export const kindSection = (item: 'feature' | 'plan', place: string): readonly string[] => [
  `A change needs a witness: a test or command that is red without it, or an [address of the running product](../TRUST.md#the-running-product) that differs. Work that cannot have one names its ${code('kind')} ${place}, and must obey the rule of that kind instead. A ${item} that changes existing behaviour on purpose lists globs of the tests that may change with it in ${code('changes')}; all other tests of the base must still pass as they were, or a person is asked (${code('Promise')}). Both keys are optional.`,
  table(
    [code('kind'), 'rule'],
    Object.entries(rules).map(([kind, rule]) => [code(kind), rule]),
  ),
];
