/** The dev server of the product, started in the lane for a check and stopped after it (Dd-07). */

import type { Finding } from '../answer-contracts/finding.ts';
import type { Failure } from '../failure/failure.ts';

export interface DevServer {
  /** Empty if the product is already running. */
  readonly command: string;
  /** Address that answers when the server is ready. */
  readonly url: string;
  readonly readyTimeoutMs: number;
}

const maxLines = 8;
const maxChars = 1_200;

/**
 * Turns a server failure into a finding for the fixer, because the server was started from the change.
 *
 * Returns `null` for a failure that no change can repair: a port in use (D-68), or a process that cannot start.
 */
export function serverFindings(failure: Failure, { command, url }: DevServer): readonly Finding[] | null {
  const reason = reasonFor(failure, command, url);
  if (reason === null) return null;
  const last = String(failure.params['tail'] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-maxLines);
  const text = [reason, ...last].join(' · ').slice(0, maxChars);
  return [{ severity: 'high', file: 'dev-server', line: null, text }];
}

function reasonFor({ code, params }: Failure, command: string, url: string): string | null {
  if (code === 'server.died') return `\`${command}\` ended (${params['exitCode']}) while ${url} was needed`;
  if (code === 'server.late') return `\`${command}\` did not answer at ${url} within ${params['timeoutMs']} ms`;
  return null;
}
