/**
 * The colour of a pull request, from all that checks it.
 *
 *   C1. One red is red, whatever still runs; one that runs is pending; else it is green.
 *   C2. What is ignored by name does not count: an automation that waits for the checks would wait for itself.
 *   C3. An empty list means nothing until enough time has passed: forges begin their checks late.
 */

/** `none`: nobody checks anything. */
export type CheckColour = 'green' | 'red' | 'pending' | 'none';

export interface ForgeCheck {
  readonly name: string;
  readonly colour: Exclude<CheckColour, 'none'>;
  /** Where a person can read more; empty where there is no such place. */
  readonly url: string;
  /** What it says of itself, in short. */
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

/** What a forge calls the end of a check; a word that we do not know is not taken for success. */
const greenWords = new Set(['success', 'neutral', 'skipped']);

export const colourOfRun = (status: string, conclusion: string | null): ForgeCheck['colour'] =>
  status !== 'completed' || conclusion === null ? 'pending' : greenWords.has(conclusion) ? 'green' : 'red';

export const colourOfStatus = (state: string): ForgeCheck['colour'] =>
  state === 'success' ? 'green' : state === 'pending' ? 'pending' : 'red';
