/**
 * Decides which subsystems of a plan are primary, consumers and providers. The specs decide, not the planner.
 *
 *   PP1. Primary is a subsystem that the planner calls primary and that owns planned files. If none is both, one of the two
 *        is enough.
 *   PP2. Any other one is a consumer if it depends on a primary one, and a provider if a primary one depends on it. In a
 *        cycle it is both, and the planner's word counts.
 *   PP3. A subsystem without a relation to a primary one is primary too: its work is no part of the others.
 */
import type { SubsystemPart } from '../effects/issues.ts';
import type { Subsystem } from './subsystem.ts';

export interface NamedSubsystem {
  readonly subsystem: Subsystem;
  readonly as: SubsystemPart;
}

/** `owners` are the ids of the subsystems that own planned files. */
export function correctParts(named: readonly NamedSubsystem[], owners: ReadonlySet<string>): readonly NamedSubsystem[] {
  const isPrimary = choosePrimaries(named, owners);
  const primaries = named.filter(isPrimary).map(({ subsystem }) => subsystem);
  return named.map((one) => ({
    ...one,
    as: isPrimary(one) ? 'primary' : (partOf(one.subsystem, primaries, one.as) ?? 'primary'),
  }));
}

function choosePrimaries(
  named: readonly NamedSubsystem[],
  owners: ReadonlySet<string>,
): (one: NamedSubsystem) => boolean {
  const isNamedPrimary = ({ as }: NamedSubsystem) => as === 'primary';
  const isOwner = ({ subsystem }: NamedSubsystem) => owners.has(subsystem.id);
  const rules = [(one: NamedSubsystem) => isNamedPrimary(one) && isOwner(one), isNamedPrimary, isOwner];
  return rules.find((rule) => named.some(rule)) ?? (() => true);
}

/** `null` if it has no relation to one of these. */
export function partOf(
  { id }: Pick<Subsystem, 'id'>,
  primaries: readonly Subsystem[],
  preferred: SubsystemPart = 'consumer',
): Exclude<SubsystemPart, 'primary'> | null {
  const isConsumer = primaries.some(({ consumers }) => consumers.includes(id));
  const isProvider = primaries.some(({ providers }) => providers.includes(id));
  if (isConsumer && isProvider) return preferred === 'provider' ? 'provider' : 'consumer';
  if (isConsumer) return 'consumer';
  return isProvider ? 'provider' : null;
}
