/** Closes a session: writes the last handoff, promotes its learnings, and sets its feature in the roadmap to done. */

import { join } from 'node:path';
import type { closeSession } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { learningsFile } from '@harness/core/learnings/learnings';
import { promoteLearnings } from '@harness/core/learnings/session-learnings';
import { featureStatus, readRoadmap, roadmapFile, specPathsOf } from '@harness/core/roadmap/roadmap';
import { readAutopilotState, sessionStateName } from '@harness/core/sessions/autopilot-state';
import { handoffText } from '@harness/core/sessions/handoff';
import { finalPhase } from '@harness/core/sessions/handoff-match';
import { parseJson } from '@harness/core/text/json';
import * as z from 'zod';
import { writeArtifact } from '../artifact/store.ts';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { writeFileWhole } from '../checkout/file.ts';
import { readDocument } from '../documents/read-document.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { syncRoadmapFile } from '../roadmap/sync.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { AutopilotContext } from './context.ts';
import { readSessionFile, writeSessionFile } from './session-file.ts';

type Args = ArgsOf<typeof closeSession>;

export async function performCloseSession(
  work: AutopilotContext,
  args: Args,
): Promise<Outcome<ValueOf<typeof closeSession>>> {
  await writeLastHandoff(work.repo, args);
  const { total: learnings, promoted } = await promote(work, args);
  return ok({ learnings, promoted, roadmap: await finishFeature(work.repo, args.specPath) });
}

async function writeLastHandoff(repo: string, { slug, specPath }: Args): Promise<void> {
  const read = readAutopilotState(readSessionFile(repo, { slug, name: sessionStateName }) ?? '');
  const phases = read.ok ? read.value.phases : [];
  const completed = phases.flatMap(({ name = '', status }) => (status === 'complete' ? [name] : []));
  const handoff = {
    timestamp: new Date().toISOString(),
    fromSkill: 'harness-autopilot',
    phase: finalPhase,
    summary: `The phases of ${specPath} are over: ${completed.length} of ${phases.length} are complete.`,
    completed,
    pending: [],
    concerns: [],
    decisions: [],
    blockers: [],
    contextKeywords: [],
    planPath: null,
  };
  await writeSessionFile(repo, { slug, name: 'handoff.json' }, handoffText(handoff));
}

const recordSchema = z.object({ promoted: z.int(), total: z.int() });
type Promoted = z.infer<typeof recordSchema>;

/** The numbers are recorded before the file is written: after a crash the learnings are no longer new. */
async function promote({ repo, runFolder, key }: AutopilotContext, { slug }: Args): Promise<Promoted> {
  const file = readDocument(repo, learningsFile);
  if (file.is !== 'text' && file.is !== 'missing') throw new OutsideCheckoutError(learningsFile);
  const session = readSessionFile(repo, { slug, name: 'learnings.md' }) ?? '';
  const { text, promoted, total } = promoteLearnings(file.is === 'text' ? file.text : null, session);
  const name = `promoted-${key.replaceAll('/', '-')}.json`;
  if (promoted > 0) {
    await writeArtifact(runFolder, name, JSON.stringify({ promoted, total }));
    await writeFileWhole(repo, learningsFile, ownRedactor().text(text), file.is === 'text' ? file.mode : undefined);
    return { promoted, total };
  }
  const record = await readRegularFile(join(runFolder, 'artifacts', name), 'utf8');
  return recordSchema.catch({ promoted, total }).parse(parseJson(record ?? ''));
}

/** A status that a person set by hand stays. */
async function finishFeature(repo: string, specPath: string): Promise<'done' | 'none'> {
  if (ownStatuses(repo, specPath).length === 0) return 'none';
  await syncRoadmapFile(repo, new Date(), specPath);
  return ownStatuses(repo, specPath).includes('done') ? 'done' : 'none';
}

/** Statuses of the features of this spec. */
function ownStatuses(repo: string, specPath: string): readonly (string | undefined)[] {
  const file = readDocument(repo, roadmapFile);
  const features = file.is === 'text' ? readRoadmap(file.text).features : [];
  return features
    .filter((feature) => specPathsOf(feature).includes(specPath))
    .map((feature) => featureStatus(feature)?.status);
}
