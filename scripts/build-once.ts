/** Before the tests: the command is bundled once, so that no test measures or waits for it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export default function buildOnce(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'bin', 'harness.mjs'), '--help']);
}
