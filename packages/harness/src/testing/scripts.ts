/** Builds agent scripts for tests. JSON is valid YAML, so they are written as values. */
import type { Repository } from './command.ts';

type Answer = Readonly<Record<string, unknown>>;

export const usage = { input: 100, output: 10, cacheRead: 5, cacheWrite: 1, costUsd: 0.01 };

export const implementerAnswer = (more: Answer = {}): Answer => ({
  when: { role: 'converge.implementer' },
  steps: [{ write: { path: 'work.txt', text: 'pass {attempt}\n' } }],
  reply: 'wrote work.txt',
  usage,
  ...more,
});

export const reviewerAnswer = (reply = 'No findings.', more: Answer = {}): Answer => ({
  when: { role: 'converge.reviewer' },
  reply,
  usage,
  ...more,
});

export const failureAnswer = (kind: string, times: number, more: Answer = {}): Answer => ({
  when: { role: 'converge.implementer' },
  times,
  steps: [{ fail: { kind, retryAfterMs: 20, ...more } }],
  usage,
});

export const script = (
  { write }: Pick<Repository, 'write'>,
  answers: readonly Answer[],
  people: readonly Answer[] = [],
): string => write('agents.yaml', JSON.stringify({ version: 1, answers, people }, null, 2));
