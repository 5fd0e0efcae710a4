/** Checks the form of the documents that the harness keeps in a repository. A missing document is in order. */
import { findDateProblems, learningsFile } from '@harness/core/learnings/learnings';
import { findRoadmapProblems, roadmapFile } from '@harness/core/roadmap/roadmap';
import { firstStateFile, readAutopilotState, sessionStateName } from '@harness/core/sessions/autopilot-state';
import { readHandoff, readTaskState } from '@harness/core/sessions/session-files';
import type { SpecDefect, SpecWarning } from '@harness/core/subsystems/problem';
import { readTimeline, timelineFile } from '@harness/core/timeline/timeline';
import type { FormProblem, ReadForm } from '@harness/core/validate/json-form';
import { readDocument } from '../documents/read-document.ts';
import { listSessions } from '../sessions/read-sessions.ts';
import { readCheckoutSpecs } from '../subsystems/checkout-specs.ts';

export interface CheckedDocuments {
  readonly id: 'sessions' | 'learnings' | 'roadmap' | 'timeline' | 'subsystems';
  /** Paths of the existing documents. */
  readonly paths: readonly string[];
  readonly problems: readonly LocatedProblem[];
  /** Of subsystem specs. */
  readonly warnings: readonly SpecWarning[];
}

export interface LocatedProblem {
  readonly path: string;
  readonly problem:
    | FormProblem
    | { readonly code: 'unusable'; readonly why: string }
    | { readonly code: 'spec'; readonly defect: SpecDefect };
}

type FindProblems = (text: string) => readonly FormProblem[];

const problemsIn =
  (read: (text: string) => ReadForm<unknown>): FindProblems =>
  (text) => {
    const found = read(text);
    return found.ok ? [] : found.problems;
  };

/** The files in the folder of a session. */
const sessionForms: Readonly<Record<string, FindProblems>> = {
  [sessionStateName]: problemsIn(readAutopilotState),
  'state.json': problemsIn(readTaskState),
  'handoff.json': problemsIn(readHandoff),
};

export function checkDocuments(root: string): readonly CheckedDocuments[] {
  const sessions = listSessions(root).flatMap((folder) =>
    Object.entries(sessionForms).map(([name, find]) => [`${folder}/${name}`, find] as const),
  );
  return [
    checkAll(root, 'sessions', [[firstStateFile, problemsIn(readAutopilotState)], ...sessions]),
    checkAll(root, 'learnings', [[learningsFile, findDateProblems]]),
    checkAll(root, 'roadmap', [[roadmapFile, findRoadmapProblems]]),
    checkAll(root, 'timeline', [[timelineFile, problemsIn(readTimeline)]]),
    ...checkSpecs(root),
  ];
}

/** No row in a repository without specs. */
function checkSpecs(root: string): readonly CheckedDocuments[] {
  const specs = readCheckoutSpecs(root);
  if (specs === null) return [];
  const { paths, defects, warnings } = specs;
  const problems = defects.map((defect) => ({ path: defect.file, problem: { code: 'spec', defect } as const }));
  return [{ id: 'subsystems', paths, problems, warnings }];
}

function checkAll(
  root: string,
  id: CheckedDocuments['id'],
  forms: readonly (readonly [path: string, find: FindProblems])[],
): CheckedDocuments {
  const paths: string[] = [];
  const problems: LocatedProblem[] = [];
  for (const [path, find] of forms) {
    const file = readDocument(root, path);
    if (file.is === 'missing') continue;
    paths.push(path);
    if (file.is === 'text') problems.push(...find(file.text).map((problem) => ({ path, problem })));
    else problems.push({ path, problem: { code: 'unusable', why: file.is.replaceAll('-', ' ') } });
  }
  return { id, paths, problems, warnings: [] };
}
