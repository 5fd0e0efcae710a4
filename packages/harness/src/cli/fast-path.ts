/** Runs `harness runs` without the command-line parser, which takes longer to load than the command itself. */
import { Refusal } from '@harness/core/failure/refusal';
import { printableJson, printableOutput } from '../render/printable.ts';
import { isBrokenPipe, writeAllOutput } from './output.ts';
import { run } from './runs.ts';

/** `undefined` for any other command, and after a refusal: then the parser runs the command and prints the refusal. */
export async function tryFastPath([name, ...rest]: readonly string[]): Promise<number | undefined> {
  if (name !== 'runs' || rest.some((word) => word !== '--json')) return undefined;
  let text = '';
  const say = (part: string) => {
    text += part;
  };
  try {
    const json = rest.length > 0;
    const exitCode = await run({ options: {}, output: { json, say, typed: (command) => command } });
    await writeAllOutput(json ? printableJson(text) : printableOutput(text, false));
    return isBrokenPipe() ? 1 : exitCode;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
