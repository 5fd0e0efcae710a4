/** A plain look, the command that is typed most, without the parser: that takes longer to load than the look itself. */
import { Refusal } from '@harness/core/refusal';
import { commands } from './commands.ts';
import { isBroken, outliveReaders, outputFor } from './output.ts';

const looks = ['runs', 'questions'];

/** Nothing when it is no plain look, or was refused: then the parser takes over and words it. */
export async function shortcut([name = '', ...rest]: readonly string[]): Promise<number | undefined> {
  const command = looks.includes(name) ? commands.find((one) => one.name === name) : undefined;
  if (!command || rest.some((word) => word !== '--json')) return undefined;
  outliveReaders();
  const options = { input: true, json: rest.length > 0 };
  try {
    const { run } = await command.load();
    const exitCode = await run({ args: [], options, output: outputFor(options), commands });
    return isBroken() ? 1 : exitCode;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
