/** Why the engine does not start an effect, other than a missing slot: a closed list. */
export type HoldReason = 'frozen'; // the freeze file exists: start no new effect
