/** TAP, the Test Anything Protocol: `ok`, `not ok`, `# SKIP`, and the plan `1..N`. Only points at the left edge count: the others are parts of them. */
import { countOf, type TestCount } from './count.ts';

/** Null when it is not TAP: a plan must be there, because "ok" begins many a line. */
export function readTap(text: string): TestCount | null {
  if (!/^1\.\.\d+/m.test(text)) return null;
  let [passed, failed, skipped] = [0, 0, 0];
  for (const [, not, rest = ''] of text.matchAll(/^(not )?ok\b(.*)$/gm)) {
    if (/#\s*(skip|todo)/i.test(rest)) skipped++;
    else if (not) failed++;
    else passed++;
  }
  return countOf(passed, failed, skipped);
}
