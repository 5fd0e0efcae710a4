/** Builds the section about `--dry-run` for the page of a workflow. */
import { block } from './markdown.ts';

export const dryRunSection = (command: string, more: string): readonly string[] => [
  '## Dry run',
  block('', `${command} --dry-run`),
  `It shows each role with its provider, model, mode, limits and prompt. It also shows the checks with their source, the branch, the caps, and an estimate of tokens and cost, from a run without repairs to the limits. ${more}`,
  'A dry run calls no agent, starts no process and writes no file. It needs neither a key nor a clean tree: it lists each obstacle with a command that helps, and exits 0. It refuses the same invalid input as the real command. The prompts come from the code that builds the real ones. If a part depends on an earlier call, a placeholder appears: `«unknown until converge.implementer has answered»`.',
  'The estimate is rough: it counts four bytes as one token. The minimum is the size of the prompts. The maximum is the amount that the budget reserves per call (`agent.reserveTokens`), with the rest priced as output. The price of a model that no list contains is unknown, never zero. With `--json` the dry run is one document: `{ version: 1, dryRun: { calls, checks, totals, obstacles, … } }`.',
];
