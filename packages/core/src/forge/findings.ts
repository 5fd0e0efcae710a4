/** What the red checks of a pull request found, made from what they say of themselves: the fixer is told it like a review. */

import type { Finding } from '../answer-contracts/findings.ts';
import { parseFailureFindings } from '../checks/e2e-findings.ts';
import type { ForgeCheck } from './checks.ts';

const mostFindings = 20;

export const findingsOf = (red: readonly ForgeCheck[]): readonly Finding[] =>
  red
    .flatMap(({ name, detail }) => parseFailureFindings(detail, name, { file: name, prefix: 'CI' }))
    .slice(0, mostFindings);
