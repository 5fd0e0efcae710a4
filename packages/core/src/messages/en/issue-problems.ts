/** English texts of problems in files of the local tracker. */
import { isIssueProblem, type LocalIssueProblem } from '../../tracker/local-issue.ts';

const texts: Readonly<Record<LocalIssueProblem, (detail: string) => string>> = {
  'bad-name': () => 'the file name is not letters, a dash and digits, such as APP-1.md',
  unreachable: (detail) => `it is not a file that can be read (${detail})`,
  'too-large': () => 'it is larger than 4 MB',
  'not-text': () => 'it is not UTF-8 text',
  'no-frontmatter': () => 'it does not start with a line "---" and the fields of the issue',
  'unclosed-frontmatter': () => 'its frontmatter has no closing line "---"',
  'not-yaml': (detail) => `its frontmatter is not YAML (${detail})`,
  'missing-key': (detail) => `the field ${detail} is missing`,
  'other-id': (detail) => `its id is ${detail}, and must be the name of the file`,
  'not-a-text': (detail) => `the field ${detail} must be one line of text`,
  'not-a-list': (detail) => `the field ${detail} must be a list of texts`,
  'not-a-priority': (detail) => `the priority ${detail} is not a number from 0 to 4`,
  'not-a-time': (detail) => `createdAt is not a time: ${detail}`,
  'missing-blocker': (detail) => `it is blocked by ${detail}, which does not exist`,
};

export const issueProblemText = (problem: string, detail: string): string =>
  isIssueProblem(problem) ? texts[problem](detail) : problem;
