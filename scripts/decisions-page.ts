/** Generates docs/decisions/README.md: every decision by number and title (D-78). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { page } from './markdown.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'decisions');

export const decisionsPage = (): string =>
  page(
    '# Decisions',
    'Each page records one decision: its context, the decision and the consequences. A decision is added in the same change that implements it. A decision that no longer applies says so and names its replacement.',
    readdirSync(folder)
      .filter((name) => /^\d{4}-.*\.md$/.test(name))
      .sort()
      .map((name) => `- [${titleOf(name)}](${name})`)
      .join('\n'),
  );

function titleOf(name: string): string {
  const [, title] = /^# (\d+\. .+)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`docs/decisions/${name} has no title of the form "# 12. …"`);
  return title;
}
