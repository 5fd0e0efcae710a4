/** Finds an existing mission plan, and reads the spec for a new one (M-02). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanLookup } from '@harness/core/effects/features';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { contractFile } from '@harness/core/input-files/validation-contract';
import { checkpointFiles, firedCheckpoint, grantedCheckpoint } from '@harness/core/mission/person-notes';
import { defectLines, type PlanReadResult, readPlanFiles } from '@harness/core/mission/plan';
import { writeArtifact } from '../artifact/store.ts';
import { resolveInside } from '../checkout/file.ts';
import { containLink } from '../contained-path.ts';
import { gitOrThrow } from '../git/command.ts';
import { readTextFile } from '../plans/text-file.ts';
import { type FeaturesContext, harnessFolder } from './context.ts';
import { type MissionStart, saveMissionMaterial } from './mission-material.ts';
import { performSettleNote } from './notes.ts';
import { storePlan, toImportedPlan } from './plan-file.ts';

/** Limit of a prompt: a truncated spec would lead to half a plan. */
export const maxSpecBytes = 200_000;
const maxPlanBytes = 4_000_000;

interface Args extends MissionStart {
  readonly spec: string;
  /** Reads the spec also if there is a plan. */
  readonly reviews?: true;
}

export async function performFindMissionPlan(
  work: FeaturesContext,
  { spec, reviews, ...start }: Args,
): Promise<Outcome<PlanLookup>> {
  await saveMissionMaterial(work, start);
  const head = await gitOrThrow(work.repo, ['rev-parse', 'HEAD']);
  await consumeGrants(work);
  await performSettleNote(work, { escalation: true }); // a new mission: the note is about an earlier one
  const granted = readdirSync(join(work.repo, harnessFolder)).flatMap((name) => firedCheckpoint(name) ?? []);
  const read = findExistingPlan(work.repo);
  if (read === null) return ok({ head, spec: await specOf(work, spec), found: null, granted });
  if (read.is !== 'plan') return fail('features.broken', { detail: describePlanProblem(read) });
  const text = reviews ? await specOf(work, spec) : null;
  return ok({ head, spec: text, found: toImportedPlan(await storePlan(work, read.plan), read.plan), granted });
}

/** Reads the plan files of a checkout; `null` if there are none. */
export function findExistingPlan(repo: string): PlanReadResult | null {
  const features = planText(repo, 'features.json');
  if (features.is === 'missing') return null;
  if (features.is === 'strange') return { is: 'nothing', detail: features.detail };
  const contract = planText(repo, contractFile);
  if (contract.is === 'strange') return { is: 'nothing', detail: contract.detail };
  return readPlanFiles(features.text, contract.is === 'text' ? contract.text : '');
}

export type PlanText =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'missing' }
  /** Not a text file: a link, a folder, or too large. */
  | { readonly is: 'strange'; readonly detail: string };

export function planText(repo: string, name: string): PlanText {
  const path = containLink(repo, `${harnessFolder}/${name}`);
  const file = path.ok ? readTextFile(path.path, maxPlanBytes) : ({ is: path.why } as const);
  // Git may check out other line endings on another system; that is not an edit.
  if (file.is === 'text') return { is: 'text', text: file.text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n') };
  return file.is === 'missing'
    ? { is: 'missing' }
    : { is: 'strange', detail: `${name}: ${file.is.replaceAll('-', ' ')}` };
}

export const describePlanProblem = (read: Exclude<PlanReadResult, { is: 'plan' }>): string =>
  read.is === 'nothing' ? read.detail : defectLines(read).join('; ');

async function specOf({ repo, runFolder, key }: FeaturesContext, spec: string) {
  const file = readTextFile(resolveInside(repo, spec), maxSpecBytes);
  if (file.is !== 'text' || file.text.trim() === '') return null;
  return writeArtifact(runFolder, `${key}.spec.md`, file.text);
}

/** Settles checkpoints that were granted before this mission started, with their pending files (MO-10). */
async function consumeGrants(work: FeaturesContext): Promise<void> {
  const entries = readdirSync(join(work.repo, harnessFolder), { withFileTypes: true });
  const names = entries.filter((one) => one.isFile()).map(({ name }) => name);
  const granted = new Set(names.flatMap((name) => grantedCheckpoint(name) ?? []));
  for (const checkpoint of granted)
    if (names.includes(checkpointFiles(checkpoint).pending)) await performSettleNote(work, { checkpoint });
}
