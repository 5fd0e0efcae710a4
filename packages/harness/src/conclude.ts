/** The last word of a command that drove a run: how it stands, and the exit code that says the same. */
import { messagesFor } from '@harness/core/messages/index';
import { show } from '@harness/core/views/show';
import { storeOf } from './folder.ts';
import { exitCodeOf, type Outcome } from './front.ts';
import { look } from './look.ts';
import { ending } from './render/ending.ts';
import type { Output } from './render/screen.ts';

export async function conclude(root: string, run: string, outcome: Outcome, output: Output): Promise<number> {
  const { family, outside } = await look(storeOf(root), run);
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, ...show(family, outside, messagesFor(output.language)) })}\n`
      : ending(family, outcome, output),
  );
  return exitCodeOf(outcome);
}
