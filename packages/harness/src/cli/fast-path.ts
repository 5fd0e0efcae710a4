/** A plain look, the command that is typed most, without the parser: that takes longer to load than the look itself. */
import { Refusal } from '@harness/core/failure/refusal';
import { isBrokenPipe, writeAllOutput } from './output.ts';
import { run } from './runs.ts';

/** Nothing when it is no plain look, or was refused: then the parser takes over and words it. */
export async function tryFastPath([name, ...rest]: readonly string[]): Promise<number | undefined> {
  if (name !== 'runs' || rest.some((word) => word !== '--json')) return undefined;
  let said = '';
  const say = (text: string) => {
    said += text;
  };
  try {
    const exitCode = await run({ options: {}, output: { json: rest.length > 0, say, typed: (command) => command } });
    await writeAllOutput(said);
    return isBrokenPipe() ? 1 : exitCode;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
