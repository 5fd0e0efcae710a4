/**
 * How attempts at the same feature are shown to whoever chooses one of them (MO-28): the contract, what each changes, and
 * where it stands. Nothing of what workers or validators said, and no order but their numbers.
 */
import type { Artifact } from '../../../journal/artifact.ts';
import { rivalName } from '../../../mission/competition.ts';
import { fenceText } from '../../../role/role.ts';
import { bulletList, callFacts, joinParts } from './prompt-parts.ts';

export interface RivalShown {
  readonly number: number;
  /** The folder of its lane. */
  readonly cwd: string;
  readonly diff: Artifact;
}

interface Shown {
  readonly feature: string;
  readonly task: Artifact;
  readonly rivals: readonly RivalShown[];
  readonly cwd: string;
}

export const rivalsPrompt = ({ feature, task, rivals, cwd }: Shown, read: (text: Artifact) => string): string =>
  joinParts(
    fenceText('assertions', read(task)),
    'Several attempts at this feature are ready, and only one is merged.',
    ...rivals.map(({ number, diff }) => fenceText(`change of ${rivalName(number)}`, read(diff))),
    bulletList(
      'Each stands in a folder of its own:',
      rivals.map((rival) => `${rivalName(rival.number)}: ${rival.cwd}`),
    ),
    `End with exactly one line: COMPETITION_WINNER ${[...rivals.map(({ number }) => rivalName(number)), 'none'].join('|')}`,
    callFacts({ FEATURE_ID: feature, WORKING_DIRECTORY: cwd }),
  );
