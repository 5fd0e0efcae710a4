/** Why an effect is not begun, and not by waiting for a place either: a closed list. */
export type HoldReason = 'frozen'; // somebody put up the sign: nothing new until it is gone
