/** Codes of a dry run, with their parameters. */
import { codesWith, type SentenceCodes } from '../codes.ts';

export const dryRunCodes = {
  /** Placeholder in a prompt for text that only an earlier call can produce. */
  unknown: { until: 'text' },
  // Obstacles.
  frozen: { file: 'text' },
  // Headings, in their order.
  nothingDone: { workflow: 'text' },
  ...codesWith({}, 'obstacles', 'assumed', 'checks', 'calls', 'setback', 'stable', 'prompt', 'total'),
  asBefore: { n: 'number' },
  // Lines below the headings.
  repository: { path: 'text' },
  branch: { branch: 'text', base: 'text' },
  cap: { limit: 'text', of: 'number' },
  ...codesWith({}, 'noBranch', 'noCap', 'rehearsed', 'flag', 'config', 'detected', 'guess'),
  check: { command: 'text', from: 'text', timeoutMs: 'number' },
  ownModel: { provider: 'text' },
  limits: { wallMs: 'number', idleMs: 'number', turns: 'number?', usd: 'number?' },
  ...codesWith({ least: 'number', most: 'number' }, 'times', 'once', 'cost', 'totalCalls', 'totalCost'),
  tokens: { input: 'number', reserved: 'number' },
  noPrice: { model: 'text' },
  totalTokens: { least: 'number', most: 'number', reservedLeast: 'number', reservedMost: 'number' },
} as const satisfies SentenceCodes;
