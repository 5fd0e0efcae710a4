/** English problems of a configuration or a list of work. A problem follows its path: `agent.model must be text`. */
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

export const problemSentences: Messages['problems'] = {
  unknown: ({ suggestion }) => `is not a setting${suggestion ? `; did you mean "${suggestion}"?` : ''}`,
  later: () => 'is not supported in this version: remove it',
  secret: () => 'is not a setting: set keys and passwords as environment variables, never in a file',
  missing: () => 'must be set',
  type: ({ expected }) => `must be ${kinds[expected] ?? expected}`,
  whole: () => 'must be a whole number',
  choice: ({ choices }) => `must be one of ${choices}`,
  empty: () => 'must not be empty',
  'too-small': ({ minimum }) => `must be at least ${minimum}`,
  'too-large': ({ maximum }) => `must be at most ${maximum}`,
  path: () => 'must be a relative path inside the repository, without ".."',
  url: () => 'must be a URL such as "http://127.0.0.1:3000"',
  page: () => 'must be a page path such as "/login"',
  password: () => 'must not contain a password: set it as an environment variable',
  tag: () => 'must be a language tag such as "en" or "ko"',
  name: () => 'must be a word of letters, digits and hyphens',
  trigger: () => 'must be "post-planner", "pre-done", "feature-claim:<kind>" or "none"',
  twice: () => 'must not contain the same name twice',
  'no-lanes': () => 'can be more than 1 only if branchIsolation and its worktrees are enabled',
  'same-place': () => 'must be a different folder than planDir',
  invalid: () => 'is not a valid value',
};

export const defects: Messages['defects'] = {
  'duplicate-id': ({ ids }) => `The id ${ids} is used more than once.`,
  'self-dependency': ({ ids }) => `${ids} depends on itself.`,
  'missing-dependency': ({ ids }) => `A dependency does not exist: ${ids}.`,
  cycle: ({ ids }) => `These depend on each other in a cycle: ${ids}.`,
};
