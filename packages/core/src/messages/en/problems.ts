/** English: what is wrong with a configuration or with a list of work. A problem follows its place: `agent.model must be text`. */
import type { Messages } from '../messages.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  toggle: 'true, false or an object',
};

export const problems: Messages['problems'] = {
  unknown: ({ suggestion }) => `is not a setting${suggestion ? `; did you mean "${suggestion}"?` : ''}`,
  secret: () => 'is not a setting: keys and passwords come from the environment, never from a file',
  missing: () => 'must be set',
  type: ({ expected }) => `must be ${kinds[expected] ?? expected}`,
  whole: () => 'must be a whole number',
  choice: ({ choices }) => `must be one of ${choices}`,
  empty: () => 'must not be empty',
  'too-small': ({ minimum }) => `must be at least ${minimum}`,
  'too-large': ({ maximum }) => `must be at most ${maximum}`,
  path: () => 'must be a relative path inside the repository, without ".."',
  url: () => 'must be an address such as "http://127.0.0.1:3000"',
  page: () => 'must be a page such as "/login"',
  password: () => 'must not hold a password: that comes from the environment',
  tag: () => 'must be a language such as "en" or "ko"',
  name: () => 'must be a word of letters, digits and hyphens',
  trigger: () => 'must be "post-planner", "pre-done", "feature-claim:<kind>" or "none"',
  twice: () => 'must not name the same thing twice',
  'no-lanes': () => 'can be more than 1 only with branchIsolation and its worktrees',
  'same-place': () => 'must be another folder than planDir',
  invalid: () => 'cannot be used',
};

export const defects: Messages['defects'] = {
  'duplicate-id': ({ ids }) => `The id ${ids} is there more than once.`,
  'self-dependency': ({ ids }) => `${ids} depends on itself.`,
  'missing-dependency': ({ ids }) => `A dependency is not there: ${ids}.`,
  cycle: ({ ids }) => `These depend on each other in a circle: ${ids}.`,
};
