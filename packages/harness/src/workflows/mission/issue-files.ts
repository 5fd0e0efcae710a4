/** Appends the issues that validators file to `issues.md` and `pending-issues.jsonl` (MO-20). */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Entry } from '@harness/core/journal/journal';
import { type Issue, issueLine, issueText } from '@harness/core/mission/issue';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { createView, type ViewFile } from '../../run/view-file.ts';

/** Writes each issue once, also if a process died between the journal and the files. */
export function createIssueFiles(root: string): ViewFile {
  const judging = new Set<string>();
  const issuesOf = (run: string, entry: Entry): readonly Issue[] => {
    if (entry.type === 'asked' && (entry.effect.input as Partial<AgentInput>).role === 'mission.validator')
      judging.add(`${run}/${entry.key}`);
    if (entry.type !== 'answered' || !entry.outcome.ok || !judging.delete(`${run}/${entry.key}`)) return [];
    return (entry.outcome.value as { readonly issues: readonly Issue[] }).issues;
  };
  const file = (run: string, entry: Entry) => {
    const issues = issuesOf(run, entry);
    if (issues.length > 0) append(root, issues);
  };
  return createView(file, () => {});
}

function append(root: string, issues: readonly Issue[]): void {
  const folder = join(root, '.harness');
  const [page, pending] = [join(folder, 'issues.md'), join(folder, 'pending-issues.jsonl')];
  createFolder(folder);
  refuseUnwritableSync(pending, () => {
    const known = existsSync(page) ? readFileSync(page, 'utf8') : '';
    const fresh = issues.filter((issue) => !known.includes(issueText(issue)));
    if (fresh.length === 0) return;
    appendFileSync(pending, fresh.map((issue) => `${issueLine(issue)}\n`).join(''));
    appendFileSync(
      page,
      `${known === '' ? '# Issues\n\n' : ''}${fresh.map((issue) => `${issueText(issue)}\n`).join('')}`,
    );
  });
}
