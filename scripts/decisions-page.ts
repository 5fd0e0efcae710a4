/** docs/decisions/README.md: every decision, by its number and its title. One that only exists in a conversation does not exist (D-78). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { page } from './markdown.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'decisions');

export const decisionsPage = (): string =>
  page(
    '# Decisions',
    'Why it is as it is, one page each: the context, the decision, the consequence. What was decided only in a conversation was not decided: it is written down here, in the change that follows it. A decision that no longer holds says so and names the one that replaces it.',
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
