/** Operation on files of the run that an agent must not change, such as acceptance tests of another role. */
import type { HeldFiles } from '../git.ts';
import { operationsOf } from '../operation.ts';
import type { OpenedBranch } from './session.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

export interface HoldArgs extends Pick<OpenedBranch, 'base' | 'foreign'> {
  readonly docsPath: string;
  /** As for a survey. */
  readonly copies?: string;
  readonly holds: HeldFiles;
}

/**
 * Writes held files into the checkout, and removes those that are gone. Versions of an agent are kept under a ref; a file of
 * the user at one of these paths is a failure.
 */
export const holdFiles = checkoutOperation<HoldArgs, 'held'>('hold-files', ['held'], ['git.failed']);
