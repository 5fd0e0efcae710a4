/**
 * Computes the colour of a pull request from its checks.
 *
 *   C1. One red check makes it red, else one pending check makes it pending, else it is green.
 *   C2. Ignored checks do not count: an automation that waits for the checks would wait for itself.
 *   C3. An empty list counts only after some time, because forges start checks late.
 */

/** `none`: there are no checks. */
export type CheckColour = 'green' | 'red' | 'pending' | 'none';

export interface ForgeCheck {
  readonly name: string;
  readonly colour: Exclude<CheckColour, 'none'>;
  /** Page with details; empty if there is none. */
  readonly url: string;
  readonly detail: string;
}

export const relevantChecks = (checks: readonly ForgeCheck[], ignore: readonly string[]): readonly ForgeCheck[] =>
  checks.filter(({ name }) => !ignore.some((ignored) => ignored.toLowerCase() === name.toLowerCase()));

export function overallColour(checks: readonly ForgeCheck[]): CheckColour {
  const has = (colour: CheckColour) => checks.some((check) => check.colour === colour);
  if (has('red')) return 'red';
  if (has('pending')) return 'pending';
  return checks.length === 0 ? 'none' : 'green';
}

export const namesOfColour = (checks: readonly ForgeCheck[], colour: CheckColour): readonly string[] =>
  checks.filter((check) => check.colour === colour).map(({ name }) => name);

/** Conclusions that count as green; an unknown conclusion is red. */
const greenWords = new Set(['success', 'neutral', 'skipped']);

export const colourOfRun = (status: string, conclusion: string | null): ForgeCheck['colour'] =>
  status !== 'completed' || conclusion === null ? 'pending' : greenWords.has(conclusion) ? 'green' : 'red';

export const colourOfStatus = (state: string): ForgeCheck['colour'] =>
  state === 'success' ? 'green' : state === 'pending' ? 'pending' : 'red';
