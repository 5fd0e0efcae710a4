/** Finds the spec of a session and reads its phases. A spec that is not ready is refused before anything is written. */
import { relative, resolve } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { sessionSlug } from '@harness/core/sessions/slug';
import { readPhases, type SpecPhase, type SpecRefusal } from '@harness/core/sessions/spec-phases';
import { sentencesOf } from '@harness/core/workflow';
import { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import { autopilotWorkflow } from '@harness/core/workflows/autopilot/workflow';
import { readRepositoryFile } from '../../plans/input-file.ts';
import { askText } from '../../render/ask-text.ts';
import type { Output } from '../../render/screen.ts';

export interface Spec {
  /** Relative to the repository. */
  readonly path: string;
  readonly slug: string;
  readonly text: string;
  readonly phases: readonly SpecPhase[];
}

const maxBytes = 1_000_000;

/** Asks the attached person for the path if the command has none. */
export async function requireSpecPath(given: string | undefined, output: Output): Promise<string> {
  if (given !== undefined && given.trim() !== '') return given;
  const question = sentencesOf(autopilotWorkflow, output.language)['autopilot.which-spec']({});
  const typed = await askText(question, output);
  if (typed === undefined || typed === '') throw refusalOf(autopilotCodes, 'autopilot.no-spec', {});
  return typed;
}

export function readSpec(root: string, given: string): Spec {
  const { path, text } = readRepositoryFile(root, given, { command: 'autopilot', maxBytes });
  const read = readPhases(text);
  if (!read.ok) throw refusalFor(path, read.refusal);
  return { path, slug: sessionSlug(path), text, phases: read.phases };
}

/** True if a person who types `given` means the spec of this path. It may not exist any more. */
export const isSpecPath = (root: string, given: string, path: string): boolean =>
  [resolve(given), resolve(root, given)].some((place) => relative(root, place).replaceAll('\\', '/') === path);

function refusalFor(path: string, refusal: SpecRefusal) {
  switch (refusal.code) {
    case 'not-approved':
      return refusalOf(autopilotCodes, 'autopilot.spec-not-approved', { path, status: refusal.status });
    case 'no-section':
      return refusalOf(autopilotCodes, 'autopilot.no-section', { path, ...foundIn(refusal.lines) });
    case 'no-phase':
      return refusalOf(autopilotCodes, 'autopilot.no-phase', { path, ...foundIn(refusal.lines) });
    case 'not-in-order':
      return refusalOf(autopilotCodes, 'autopilot.not-in-order', { path, numbers: refusal.numbers.join(', ') });
    case 'one-phase':
      return refusalOf(autopilotCodes, 'autopilot.one-phase', { path, name: refusal.name });
  }
}

const foundIn = (lines: readonly string[]) => (lines.length === 0 ? {} : { found: lines.join('; ') });
