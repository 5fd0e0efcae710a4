/** Bundles the command once before all tests, so that no test waits for it. `--help` alone would not: it needs no bundle. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export default function buildOnce(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'bin', 'harness.mjs'), 'help']);
}
