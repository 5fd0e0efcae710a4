/** Every parameter that somebody gives a sentence, with a value as it comes in real life; no two values are alike. */
import type { Params } from '../failure.ts';

export const realParams: Params = {
  ...{ role: 'converge.implementer', item: 'F-001', attempt: 12, detail: 'it broke', reason: 'no-verdict' },
  ...{ key: '4/done', command: 'converge', timeoutMs: 1_200_000, op: 'commit-lane', branch: 'harness/x' },
  ...{ path: 'src/a.ts', moves: 1_000, at: '2026-01-01T00:00:00.000Z', provider: 'scripted', model: 'small' },
  ...{ why: 'outside', step: 'edit', pid: 4711, keptAs: 'journal.jsonl.torn-1', ref: 'refs/harness/kept/r/1' },
  ...{ passes: 22, because: 'checks', suggestion: 'runs', what: 'The task', known: 'claude, scripted' },
  ...{ run: 'add-a-page-1a2b', matches: 'm-a, m-b', runs: 'r-a, r-b', first: 'f-a', end: 'done' },
  ...{
    question: 'r.4.answer',
    by: 'ada',
    text: 'rather not',
    most: 5,
    choice: 'stop',
    options: 'one more pass, stop',
    line: 77,
  },
  ...{ workflow: 'mission', title: 'Add a page', said: 'added it', ms: 1_500, tokens: 1_300, costUsd: 0.19 },
  ...{ blocking: 31, low: 32, exitCode: 33, files: 34, commit: '0123456789abcdef', kept: 'refs/y', header: 'Passes' },
  ...{ untilMs: 3_723_000, limit: 'capTokens', spent: 9_500, of: 10_000, reserved: 2_000, executed: 0 },
  ...{
    expected: 'string',
    choices: '"a", "b"',
    minimum: 41,
    maximum: 42,
    ids: 'i-1, i-2',
    problems: 'planDri is not a setting',
    file: '.orchestrator/FROZEN',
  },
};
