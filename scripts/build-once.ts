/** Bundles the command once before all tests, so that no test waits for it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export default function buildOnce(): void {
  // Twice: a single `--help` prints a built file, and does not compare all source files with the bundle.
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'bin', 'harness.mjs'), '--help', '--help']);
}
