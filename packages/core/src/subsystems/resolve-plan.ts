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
  ResolvedPlan,
  SubsystemFacts,
  SubsystemPart,
} from '../effects/issues.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { suggestWord } from '../text/suggest.ts';
import { globsOverlap, hasWildcard, matchesFileGlob, normalizeGlob } from './file-glob.ts';
import { matchInvariants } from './invariant-id.ts';
import { mapOwnership, nameSome, ownershipWarnings } from './ownership.ts';
import { correctParts, type NamedSubsystem, partOf } from './plan-parts.ts';
import { findPlanRisks } from './plan-risks.ts';
import { type Subsystem, specsFolder } from './subsystem.ts';

export interface GivenPlan {
  readonly subsystems: readonly { readonly id: string; readonly as: SubsystemPart }[];
  /** Globs of the whole change. */
  readonly files: readonly string[];
  readonly groups: readonly PlannedGroup[];
}

export interface SpecsOfCommit {
  readonly subsystems: readonly Subsystem[];
  /** All files of the commit. */
  readonly files: readonly string[];
}

export function resolvePlannedGroups(plan: GivenPlan, specs: SpecsOfCommit): ResolvedPlan {
  const named = findNamed(plan, specs.subsystems);
  const groups = plan.groups.map((group, n) => readGroup(group, n, specs));
  const scope = addOwners(correctParts(named.found, ownersIn(groups)), groups, specs.subsystems);
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
  new Set(groups.flatMap(({ ownersOf }) => [...ownersOf.values()].flat()));

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
  const suggestion = suggestWord(id, ids);
  return `There is no subsystem "${boundedLine(id, maxShown)}"${suggestion ? `; did you mean "${suggestion}"?` : '.'} The subsystems are: ${nameSome(ids, 20)}.`;
}

interface ReadGroup {
  readonly name: string;
  readonly invariants: readonly string[];
  /** Globs and paths in their usual form. */
  readonly files: readonly string[];
  /** Existing files that they match, and planned paths of new files. */
  readonly touched: readonly string[];
  /** Ids of the owners of each touched file, and of a glob that matches no file yet. */
  readonly ownersOf: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly string[];
}

function readGroup(given: PlannedGroup, n: number, { subsystems, files: all }: SpecsOfCommit): ReadGroup {
  const name = `Group ${n + 1}`;
  const named = given.files.slice(0, maxFiles);
  const outside = named.filter((file) => normalizeGlob(file) === null);
  const files = [...new Set(named.flatMap((file) => normalizeGlob(file) ?? []))];
  const matches = new Map(files.map((file) => [file, filesOfGlob(file, all)]));
  const touched = [...new Set([...matches.values()].flat())];
  const future = files.filter((file) => matches.get(file)?.length === 0);
  const futureOwners = (glob: string) =>
    subsystems.filter(({ owned }) => owned.some((one) => globsOverlap(one, glob))).map(({ id }) => id);
  return {
    name,
    invariants: given.invariants,
    files,
    touched,
    ownersOf: new Map([
      ...mapOwnership(touched, subsystems).ownersOf,
      ...future.map((glob) => [glob, futureOwners(glob)] as const),
    ]),
    problems: [
      ...(given.files.length === 0 ? [`${name} names no file.`] : []),
      ...(given.files.length > maxFiles ? [`${name} names more than ${maxFiles} files and globs.`] : []),
      ...outside.map((file) => `${name}: ${outsideText(file)}`),
      ...reservedProblems(name, [...files, ...touched]),
    ],
  };
}

/** A path may be that of a new file. */
function filesOfGlob(glob: string, all: readonly string[]): readonly string[] {
  if (!hasWildcard(glob)) return [glob];
  const start = glob.replace(/[*?{].*$/, '');
  return all.filter((file) => file.startsWith(start) && matchesFileGlob(file, [glob]));
}

const maxShown = 200;
const maxFiles = 200;

const outsideText = (file: string) => `"${boundedLine(file, maxShown)}" is not a path or glob inside the repository.`;

/** Specs stay as they are during an issue (IO-07), and the files of the harness always. */
const reserved = [`${specsFolder}/`, '.harness/', '.claude/harness-state.local.md'];

function reservedProblems(name: string, files: readonly string[]): readonly string[] {
  const found = reserved.filter((place) => files.some((file) => file === place || file.startsWith(place)));
  return found.map((place) =>
    place.startsWith(specsFolder)
      ? `${name}: no issue changes a subsystem spec. Report what is missing as a gap, and leave ${place} out.`
      : `${name}: ${place} belongs to the harness. Leave it out.`,
  );
}

/** Adds the direct consumers and providers that own planned files, then the other owners of files in the blast radius. */
function addOwners(
  named: readonly NamedSubsystem[],
  groups: readonly ReadGroup[],
  all: readonly Subsystem[],
): readonly NamedSubsystem[] {
  const primaries = named.filter(({ as }) => as === 'primary').map(({ subsystem }) => subsystem);
  const owners = ownersIn(groups);
  const isNew = ({ id }: Subsystem) => owners.has(id) && !named.some(({ subsystem }) => subsystem.id === id);
  const others = all.filter(isNew).map((subsystem) => ({ subsystem, as: partOf(subsystem, primaries) }));
  const ids = new Set([...named, ...others.filter(({ as }) => as !== null)].map(({ subsystem }) => subsystem.id));
  const sharing = groups.flatMap(({ ownersOf }) =>
    [...ownersOf.values()].filter((some) => some.some((id) => ids.has(id))),
  );
  const reached = new Set(sharing.flat());
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
