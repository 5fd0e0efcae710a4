/** Operations on the change of a group and of an issue, by name. */
import type { Operations } from '../operation-performer.ts';
import type { IssuesContext } from './context.ts';
import { performResetIssue } from './reset-issue.ts';
import { performRunCommitHooks } from './run-commit-hooks.ts';
import { performSurveyGroup } from './survey-group.ts';
import { performTakeOutGroup } from './take-out-group.ts';

export const changeOperations: Operations<IssuesContext> = {
  'run-commit-hooks': performRunCommitHooks,
  'survey-group': performSurveyGroup,
  'take-out-group': performTakeOutGroup,
  'reset-issue': performResetIssue,
};
