/** Checks the form of the harness's documents in the checkout, as `harness validate` does after the checks. */
import { type Outcome, ok } from '@harness/core/failure/failure';
import { en } from '@harness/core/messages/en';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { boundedLine } from '@harness/core/text/bounded-text';
import { checkDocuments, type LocatedProblem } from '../validate/documents.ts';
import type { AutopilotContext } from './context.ts';

const maxProblems = 50;
const maxLength = 300;

export const performValidateDocuments = async ({
  repo,
}: AutopilotContext): Promise<Outcome<{ readonly problems: readonly string[] }>> =>
  ok({ problems: findDocumentProblems(repo) });

/** One line per problem. */
export const findDocumentProblems = (repo: string): readonly string[] =>
  checkDocuments(repo)
    .flatMap(({ problems }) => problems)
    .slice(0, maxProblems)
    .map((problem) => boundedLine(lineOf(problem), maxLength));

function lineOf({ path, problem }: LocatedProblem): string {
  switch (problem.code) {
    case 'not-json':
      return `${path}: not JSON`;
    case 'unusable':
      return `${path}: ${problem.why}`;
    case 'spec':
      return specProblemText(en, problem.defect);
    case 'wrong-value':
      return `${path}: ${problem.key}, expected ${problem.expected}, found ${problem.found}`;
  }
}
