/** Reads the Test Anything Protocol: `ok`, `not ok`, `# SKIP`, and the plan `1..N`. Indented subtests do not count. */
import { countOf, type TestCount } from './count.ts';

/** `null` without a plan, because many other lines start with "ok". */
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
