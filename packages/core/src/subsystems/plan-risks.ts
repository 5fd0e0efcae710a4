/** Risks of a plan that its specs know: recent fixes, known gaps, and subsystems that depend on the changed ones (I-28). */
import { globsOverlap } from './file-glob.ts';
import { nameSome } from './ownership.ts';
import type { NamedSubsystem } from './plan-parts.ts';
import type { Subsystem } from './subsystem.ts';

const maxRisks = 20;

/** `planned` are paths and globs of the change. */
export function findPlanRisks(
  scope: readonly NamedSubsystem[],
  planned: readonly string[],
  all: readonly Subsystem[],
): readonly string[] {
  const overlaps = (globs: readonly string[]) => globs.some((glob) => planned.some((one) => globsOverlap(glob, one)));
  const changed = scope.map(({ subsystem }) => subsystem).filter(({ owned }) => overlaps(owned));
  return changed
    .flatMap((subsystem) => [
      ...fixRisks(subsystem, overlaps),
      ...gapRisks(subsystem),
      ...cascadeRisks(subsystem, overlaps, all),
    ])
    .slice(0, maxRisks);
}

type Overlaps = (globs: readonly string[]) => boolean;

const fixRisks = ({ id, recentFixes }: Subsystem, overlaps: Overlaps): readonly string[] =>
  recentFixes
    .filter(({ files }) => files.length === 0 || overlaps(files))
    .map(({ description }) => `${id}: recently fixed, keep it fixed: ${description}`);

const gapRisks = ({ id, gaps }: Subsystem): readonly string[] =>
  gaps.map((gap) => `${id}: known gap ${gap.id}: ${gap.title}`);

/** A subsystem without a public API may be used in any of its files. */
function cascadeRisks({ id, publicApi, consumers }: Subsystem, overlaps: Overlaps, all: readonly Subsystem[]) {
  if (consumers.length === 0 || (publicApi.length > 0 && !overlaps(publicApi))) return [];
  const further = consumersOf(consumers, all).filter((one) => one !== id);
  const chain = further.length === 0 ? '' : `; these depend on them: ${nameSome(further)}`;
  return [`${id}: cascade to its consumers ${nameSome(consumers)}${chain}`];
}

/** Subsystems that depend on these, directly or not, without themselves. */
function consumersOf(ids: readonly string[], all: readonly Subsystem[]): readonly string[] {
  const reached = new Set(ids);
  for (const id of reached)
    for (const consumer of all.find((one) => one.id === id)?.consumers ?? []) reached.add(consumer);
  return [...reached].slice(ids.length);
}
