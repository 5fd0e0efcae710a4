/** What `--dry-run` shows, for the page of each workflow that has it. */
import { block } from './markdown.ts';

export const drySection = (command: string, more: string): readonly string[] => [
  '## Looking before it begins',
  block('', `${command} --dry-run`),
  `Shows who would be asked what: each role with its provider, model, mode and limits, the part that is the same in every call, and the prompt; the checks in their order and where they come from; the branch; the caps that hold; and an estimate of tokens and cost, from a way without a setback to the limits. ${more}`,
  'Nothing is asked, started or written, and neither a key nor a clean tree is needed: what would be in the way is told, with a command that helps, and the command exits 0. Input that the command itself refuses is refused here too. The prompts are made by the code that makes the real ones; where only an earlier call can say more, a mark stands: `«not known before converge.implementer has answered»`.',
  'The estimate is a guess: four bytes of what is sent are a token. The least is what is sent once, the most is what the budget reserves for a call (`agent.reserveTokens`), with all that is not sent priced as written. A model without a list price is unknown, never free. With `--json` it is one document: `{ version: 1, dryRun: { calls, checks, totals, obstacles, … } }`.',
];
