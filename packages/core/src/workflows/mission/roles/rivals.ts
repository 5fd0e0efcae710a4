/** The prompt with several attempts at one feature, by number, without text of workers or validators (MO-28). */
import type { Artifact } from '../../../journal/artifact.ts';
import { rivalName } from '../../../mission/competition.ts';
import { fenceText } from '../../../role/role.ts';
import { bulletList, callFacts, joinParts } from './prompt-parts.ts';

export interface RivalShown {
  readonly number: number;
  readonly cwd: string;
  readonly diff: Artifact;
}

interface RivalsPromptInput {
  readonly feature: string;
  readonly task: Artifact;
  readonly rivals: readonly RivalShown[];
  readonly cwd: string;
}

export const rivalsPrompt = (
  { feature, task, rivals, cwd }: RivalsPromptInput,
  read: (text: Artifact) => string,
): string =>
  joinParts(
    fenceText('assertions', read(task)),
    'Several attempts at this feature are ready; only one is merged.',
    ...rivals.map(({ number, diff }) => fenceText(`change of ${rivalName(number)}`, read(diff))),
    bulletList(
      'Each attempt has its own folder:',
      rivals.map((rival) => `${rivalName(rival.number)}: ${rival.cwd}`),
    ),
    `End with exactly one line: COMPETITION_WINNER ${[...rivals.map(({ number }) => rivalName(number)), 'none'].join('|')}`,
    callFacts({ FEATURE_ID: feature, WORKING_DIRECTORY: cwd }),
  );
