/** Whether the provider's package and its program are on this machine. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageName = '@anthropic-ai/claude-agent-sdk';

export type Installed =
  | { readonly ok: true; readonly program: string; readonly version: string }
  | { readonly ok: false; readonly missing: string };

/** The program comes in a package of its own for each system; which one is tried first does not matter, only one fits. */
export function claudeInstalled(from = import.meta.url): Installed {
  const require = createRequire(from);
  const sdk = resolved(require, packageName);
  if (sdk === undefined) return { ok: false, missing: packageName };
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const system = `${packageName}-${process.platform}-${process.arch}`;
  const near = createRequire(sdk);
  const program = [system, `${system}-musl`].map((each) => resolved(near, `${each}/${name}`)).find((path) => path);
  if (program === undefined) return { ok: false, missing: system };
  const { version } = require(join(dirname(sdk), 'package.json')) as { version: string };
  return { ok: true, program, version };
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}
