/** Turns the red checks of a pull request into findings for the fixer. */

import type { Finding } from '../answer-contracts/finding.ts';
import { parseFailureFindings } from '../checks/e2e-findings.ts';
import type { ForgeCheck } from './checks.ts';

const maxFindings = 20;

export const findingsOf = (red: readonly ForgeCheck[]): readonly Finding[] =>
  red
    .flatMap(({ name, detail }) => parseFailureFindings(detail, name, { file: name, prefix: 'CI' }))
    .slice(0, maxFindings);
