/** What a proof says: a closed list of codes, worded by `messages`. */
import { findingCodes } from './proof.ts';

const proofCodes = [
  ...(['none', 'proven', 'unproven', 'all'] as const),
  // Headings.
  ...(['touches', 'hours', 'claims', 'world'] as const),
  // Who touched it.
  ...(['untouched', 'byScript', 'answer', 'resume', 'stop'] as const),
  // Its time.
  ...(['worked', 'unattended', 'silence', 'noSilence'] as const),
  // What was claimed.
  ...(['work', 'clean', 'ready', 'done'] as const),
  ...(['witnessed', 'refuted', 'open', 'unwitnessed', 'overruled'] as const),
  ...(['green', 'red', 'merge', 'commit', 'files', 'tests'] as const),
  // What was looked at.
  ...(['looked', 'misfit', 'torn', 'damaged'] as const),
  ...findingCodes,
] as const;
export type ProofCode = (typeof proofCodes)[number];
