/** Findings of a review that block, for a question and for the executor. */
import type { StoredFinding } from '../../sessions/session-document.ts';
import type { SessionSettings } from './session.ts';
import type { Fix } from './work/job.ts';

export const blockingFindings = (
  { blocking }: Pick<SessionSettings, 'blocking'>,
  findings: readonly StoredFinding[],
): readonly StoredFinding[] => findings.filter(({ severity }) => blocking.some((one) => one === severity));

const maxNames = 5;

export function findingNames(findings: readonly StoredFinding[]): string {
  const names = findings.slice(0, maxNames).map(({ file, line, title }) => `${place(file, line)} ${title}`);
  const rest = findings.length - names.length;
  return [...names, ...(rest > 0 ? [`… +${rest}`] : [])].join('; ');
}

const place = (file: string, line: number | null) => (line === null ? file : `${file}:${line}`);

export const fixesOf = (findings: readonly StoredFinding[]): readonly Fix[] =>
  findings.map(({ file, line, title, rationale, suggestion }) => ({
    title,
    detail: suggestion === undefined ? rationale : `${rationale}\n${suggestion}`,
    file,
    ...(line === null ? {} : { line }),
  }));
