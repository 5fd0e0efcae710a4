/** Writes the brief of a feature for its lane: the claimed assertions and earlier setbacks. */

import { join, relative } from 'node:path';
import type { RedCheck } from '@harness/core/checks/check-round';
import type { FeatureBrief, MissionPlanFile } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Feature } from '@harness/core/input-files/features';
import { type Assertion, commandOf } from '@harness/core/input-files/validation-contract';
import type { Artifact } from '@harness/core/journal/artifact';
import { debugFile } from '@harness/core/mission/person-notes';
import type { MissionPlan } from '@harness/core/mission/plan';
import { readArtifact, writeArtifact } from '../artifact/store.ts';
import { readText } from '../checkout/file.ts';
import { type FeaturesContext, harnessFolder, InvalidPlanError } from './context.ts';
import { readStoredPlan } from './plan-file.ts';

interface Args {
  readonly plan: MissionPlanFile;
  readonly feature: string;
  readonly setback: string | null;
}

export async function performBriefFeature(
  work: FeaturesContext,
  { plan, feature, setback }: Args,
): Promise<Outcome<FeatureBrief>> {
  const { runFolder, key, repo } = work;
  const { found, assertions } = findFeature(await readStoredPlan(work, plan), feature);
  const earlier = setback === null ? null : await withNote(repo, feature, await readText(repo, setback));
  return ok({
    title: found.title.split('\n')[0]?.slice(0, 72) ?? feature,
    task: await writeArtifact(runFolder, `${key}.feature.md`, featureText(found, assertions)),
    commands: [...new Set(assertions.flatMap((assertion) => commandOf(assertion) ?? []))],
    claims: assertions.length,
    setback: earlier === null ? null : await writeArtifact(runFolder, `${key}.setback.md`, earlier),
    ...(found.files === undefined ? {} : { files: found.files }),
    ...(found.kind === undefined ? {} : { kind: found.kind }),
    ...(found.changes === undefined ? {} : { changes: found.changes }),
  });
}

/** Adds the debug note of a feature to its setback (MO-22). */
async function withNote(repo: string, feature: string, setback: string | null): Promise<string | null> {
  const note = await readText(repo, `${harnessFolder}/${debugFile(feature)}`);
  return note === null || setback === null ? setback : `${setback}\n\n${note}`;
}

function findFeature({ features, assertions }: MissionPlan, id: string) {
  const found = features.find((feature) => feature.id === id);
  if (found === undefined) throw new InvalidPlanError(`the plan has no feature ${id}`);
  return { found, assertions: assertions.filter((assertion) => found.claims.includes(assertion.id)) };
}

/** All features with their claims, for roles that write about all of them. */
export async function performOutlineFeatures(
  work: FeaturesContext,
  { plan }: Pick<Args, 'plan'>,
): Promise<Outcome<Artifact>> {
  const kept = await readStoredPlan(work, plan);
  const texts = kept.features.map(({ id }) => {
    const { found, assertions } = findFeature(kept, id);
    return featureText(found, assertions);
  });
  return ok(await writeArtifact(work.runFolder, `${work.key}.features.md`, texts.join('\n')));
}

const featureText = (
  { id, title, files = [], kind, changes = [] }: Feature,
  assertions: readonly Assertion[],
): string =>
  `${[
    `# ${id}: ${title}`,
    ...(files.length === 0 ? [] : [`Files: ${files.join(', ')}`]),
    ...(kind === undefined ? [] : [`Kind of work: ${kind}`]),
    ...(changes.length === 0 ? [] : [`Tests that may change: ${changes.join(', ')}`]),
    ...assertions.map(({ id: name, text, verify, evidence }) =>
      [
        `## ${name}: ${text}`,
        ...(verify === '' ? [] : [`Verify: ${verify}`]),
        ...(evidence === '' ? [] : [`Evidence: ${evidence}`]),
      ].join('\n'),
    ),
  ].join('\n\n')}\n`;

interface Setback {
  readonly because: string;
  readonly said: string;
  readonly red: readonly RedCheck[];
}

const maxLogBytes = 20_000;

/** Writes the setback as a file for the next lane and for people (MO-29). */
export async function performKeepSetback(
  { repo, runFolder, key }: FeaturesContext,
  { because, said, red }: Setback,
): Promise<Outcome<{ readonly file: string }>> {
  const logs = red.map(({ command, tail, log }) =>
    [`## ${command}`, log === null ? tail : readArtifact(runFolder, log, maxLogBytes)].join('\n\n'),
  );
  const text = [`# ${because}`, ...(said === '' ? [] : [said]), ...logs].join('\n\n');
  const { path } = await writeArtifact(runFolder, `${key}.setback.md`, `${text}\n`);
  return ok({ file: relative(repo, join(runFolder, path)) });
}
