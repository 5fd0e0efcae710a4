/**
 * Resolves a plan against the subsystem specs of a commit, and names what the planner must repair.
 *
 *   RP1. The blast radius of a plan is the files of its subsystems, and of the direct consumers and providers of its primary
 *        ones. A planned file of any other subsystem is a problem. A file without a spec is a warning.
 *   RP2. A subsystem of the blast radius that owns a planned file belongs to the plan, named or not.
 *   RP3. A group keeps the invariants that the planner named for it. Each invariant with a command of the subsystems that own
 *        its files is added, because the harness proves it without asking anyone.
 *   RP4. All problems are named at once.
 */
import type {
  GroupFacts,
  Invariant,
  PlannedGroup,
  ResolvedIssuePlan,
  SubsystemFacts,
  SubsystemPart,
} from '../effects/issues.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { suggestWord } from '../text/suggest.ts';
import { normalizeGlob } from './file-glob.ts';
import { matchInvariants } from './invariant-id.ts';
import { mapOwnership, nameSome, ownershipWarnings } from './ownership.ts';
import { correctParts, type NamedSubsystem, partOf } from './plan-parts.ts';
import { findPlanRisks } from './plan-risks.ts';
import {
  maxShown,
  outsideText,
  type ReadGroup,
  readGroups,
  type SpecsOfCommit,
  settleOwners,
  sizeProblem,
} from './planned-files.ts';
import type { Subsystem } from './subsystem.ts';

export interface GivenPlan {
  readonly subsystems: readonly { readonly id: string; readonly as: SubsystemPart }[];
  /** Globs of the whole change. */
  readonly files: readonly string[];
  readonly groups: readonly PlannedGroup[];
}

export function resolvePlannedGroups(plan: GivenPlan, specs: SpecsOfCommit): ResolvedIssuePlan {
  const tooMany = sizeProblem(plan.groups, specs.files);
  if (tooMany !== null) return { is: 'unresolved', problems: [tooMany] };
  const named = findNamed(plan, specs.subsystems);
  const read = readGroups(plan.groups, specs);
  const parts = correctParts(named.found, ownersIn(read));
  const nearest = [idsOf(parts), neighbourIds(parts, specs.subsystems)];
  const groups = read.map((group) => settleOwners(group, nearest));
  const scope = addOwners(parts, groups, specs.subsystems);
  const inScope = scope.map(({ subsystem }) => subsystem);
  const problems = [
    ...named.problems,
    ...plan.files.flatMap((file) => (normalizeGlob(file) === null ? [outsideText(file)] : [])),
    ...groups.flatMap((group) => [
      ...group.problems,
      ...outsideProblems(group, inScope),
      ...invariantProblems(group, inScope, specs.subsystems),
    ]),
  ];
  if (problems.length > 0) return { is: 'unresolved', problems: [...new Set(problems)].slice(0, maxProblems) };
  const touched = [...new Set(groups.flatMap((group) => group.touched))];
  const planned = [...new Set(groups.flatMap(({ files }) => files))];
  return {
    is: 'resolved',
    subsystems: scope.map(factsOf),
    groups: groups.map((group) => groupFacts(group, inScope, specs.subsystems)),
    warnings: [
      ...ownershipWarnings(mapOwnership(touched, specs.subsystems)),
      ...findPlanRisks(scope, planned, specs.subsystems),
    ],
  };
}

const ownersIn = (groups: readonly ReadGroup[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ ownersOf, futureOwners }) => [...ownersOf.values(), ...futureOwners.values()].flat()));

const idsOf = (named: readonly NamedSubsystem[]) => new Set(named.map(({ subsystem }) => subsystem.id));
const primariesOf = (named: readonly NamedSubsystem[]) =>
  named.filter(({ as }) => as === 'primary').map(({ subsystem }) => subsystem);

const neighbourIds = (named: readonly NamedSubsystem[], all: readonly Subsystem[]) =>
  new Set(all.filter((one) => partOf(one, primariesOf(named)) !== null).map(({ id }) => id));

const maxProblems = 20;

interface NamedRead {
  readonly found: readonly NamedSubsystem[];
  readonly problems: readonly string[];
}

/** Without any spec there is no subsystem to name. */
function findNamed({ subsystems: given }: GivenPlan, all: readonly Subsystem[]): NamedRead {
  if (all.length === 0) return { found: [], problems: [] };
  const found = new Map<string, NamedSubsystem>();
  const problems: string[] = [];
  for (const { id, as } of given) {
    const subsystem = findSubsystem(id, all);
    if (subsystem === null) problems.push(unknownText(id, all));
    else if (!found.has(subsystem.id)) found.set(subsystem.id, { subsystem, as });
  }
  return { found: [...found.values()], problems };
}

/** By its id, or by its name alone if only one subsystem has it. */
export function findSubsystem(given: string, all: readonly Subsystem[]): Subsystem | null {
  const wanted = given.trim().toLowerCase();
  const exact = all.find(({ id }) => id.toLowerCase() === wanted);
  const byName = all.filter(({ id }) => id.toLowerCase().endsWith(`/${wanted}`));
  return exact ?? (byName.length === 1 ? (byName[0] ?? null) : null);
}

function unknownText(id: string, all: readonly Subsystem[]): string {
  const ids = all.map((one) => one.id);
  const shown = boundedLine(id, maxShown);
  const suggestion = suggestWord(shown, ids);
  return `There is no subsystem "${shown}"${suggestion ? `; did you mean "${suggestion}"?` : '.'} The subsystems are: ${nameSome(ids, 20)}.`;
}

/** Adds the direct consumers and providers that own planned files, then the other owners of files in the blast radius. */
function addOwners(
  named: readonly NamedSubsystem[],
  groups: readonly ReadGroup[],
  all: readonly Subsystem[],
): readonly NamedSubsystem[] {
  const [known, near, owners] = [idsOf(named), neighbourIds(named, all), ownersIn(groups)];
  const others = all
    .filter(({ id }) => owners.has(id) && !known.has(id))
    .map((subsystem) => ({ subsystem, as: partOf(subsystem, primariesOf(named)) }));
  const isReached = (some: readonly string[]) => some.some((id) => known.has(id) || near.has(id));
  const reached = new Set(groups.flatMap(({ ownersOf }) => [...ownersOf.values()].filter(isReached).flat()));
  return [
    ...named,
    ...others.flatMap(({ subsystem, as }): readonly NamedSubsystem[] =>
      reached.has(subsystem.id) ? [{ subsystem, as: as ?? 'primary' }] : [],
    ),
  ];
}

function outsideProblems({ name, ownersOf }: ReadGroup, scope: readonly Subsystem[]): readonly string[] {
  const ids = new Set(scope.map(({ id }) => id));
  const outside = [...ownersOf].filter(([, owners]) => owners.length > 0 && !owners.some((id) => ids.has(id)));
  return [...new Set(outside.flatMap(([, owners]) => owners))].map((owner) => {
    const files = outside.flatMap(([file, owners]) => (owners.includes(owner) ? [file] : []));
    const belong = files.length === 1 ? 'belongs' : 'belong';
    return `${name}: ${nameSome(files)} ${belong} to ${owner}, outside the blast radius: the plan does not name ${owner}, and it is no direct consumer or provider of a primary subsystem. Name it, or leave the files out.`;
  });
}

/** Invariants that a planner named, first among those of the owners, then of the plan, then of all specs. */
function findPlanned(
  given: string,
  { ownersOf }: ReadGroup,
  scope: readonly Subsystem[],
  all: readonly Subsystem[],
): readonly Invariant[] {
  const owners = [...ownersOf.values()].flat();
  const nearest = [scope.filter(({ id }) => owners.includes(id)), scope, all];
  const found = nearest.map((some) =>
    matchInvariants(
      given,
      some.flatMap(({ invariants }) => invariants),
    ),
  );
  return found.find((some) => some.length > 0) ?? [];
}

function invariantProblems(
  group: ReadGroup,
  scope: readonly Subsystem[],
  all: readonly Subsystem[],
): readonly string[] {
  if (all.length === 0) return [];
  const known = scope.flatMap(({ invariants }) => invariants.map(({ id }) => id));
  return group.invariants
    .filter((given) => findPlanned(given, group, scope, all).length === 0)
    .map((given) => {
      const end = known.length === 0 ? 'Its subsystems have none.' : `Its subsystems have ${nameSome(known, 20)}.`;
      return `${group.name}: there is no invariant "${boundedLine(given, maxShown)}". ${end}`;
    });
}

const factsOf = ({ subsystem, as }: NamedSubsystem): SubsystemFacts => ({
  id: subsystem.id,
  as,
  invariants: subsystem.invariants,
  tier0: subsystem.tier0,
  tier1: subsystem.tier1,
  skills: subsystem.skills,
});

/** The subsystems of the facts are in the order of the plan. */
function groupFacts(group: ReadGroup, scope: readonly Subsystem[], all: readonly Subsystem[]): GroupFacts {
  const ids = new Set([...group.ownersOf.values()].flat());
  const owners = scope.filter(({ id }) => ids.has(id));
  const planned = group.invariants.flatMap((given) => findPlanned(given, group, scope, all));
  const proved = owners.flatMap(({ invariants }) => invariants.filter(({ command }) => command !== undefined));
  return {
    files: group.files,
    subsystems: owners.map(({ id }) => id),
    invariants: [...new Map([...planned, ...proved].map((one) => [one.id, one])).values()],
    tier0: [...new Set(owners.flatMap(({ tier0 }) => tier0))],
  };
}
