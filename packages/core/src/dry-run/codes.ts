/** Everything that is said of an outlook: a closed list, so that no language can forget one. */
const dryRunCodes = [
  /** Stands in a prompt where only somebody who is asked earlier can say more. */
  'unknown',
  /** What the command would say, and what holds. */
  ...(['frozen', 'withoutForeign', 'noChecks', 'noPlanChecks', 'passes', 'planPasses', 'rounds'] as const),
  ...(['session', 'sessionForeign', 'sessionUnreadable', 'unfinished'] as const),
  /** The headings, in their order. */
  ...([
    'nothingDone',
    'obstacles',
    'assumed',
    'checks',
    'calls',
    'setback',
    'stable',
    'asBefore',
    'prompt',
    'total',
  ] as const),
  /** The lines below them. */
  ...(['repository', 'branch', 'noBranch', 'cap', 'noCap', 'check', 'ownModel', 'limits'] as const),
  ...(['times', 'once', 'tokens', 'cost', 'noPrice', 'rehearsed', 'totalCalls', 'totalTokens', 'totalCost'] as const),
  ...(['flag', 'config', 'detected', 'guess'] as const),
] as const;
export type DryRunCode = (typeof dryRunCodes)[number];
