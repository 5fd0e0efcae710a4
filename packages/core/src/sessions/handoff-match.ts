/** Decides whether a handoff is about a phase of a spec: an agent may have left or copied one of another phase or spec. */
import type { NamedPhase } from '../effects/autopilot.ts';
import type { Handoff } from './handoff.ts';
import { planFolder } from './plan-file.ts';

/** A handoff that names no phase belongs to any. The phase of the final review is `null`. */
export function isHandoffOf(
  { phase: named, planPath }: Pick<Handoff, 'phase' | 'planPath'>,
  phase: NamedPhase | null,
  specPath: string,
): boolean {
  const isSame = phase === null ? isFinal(simplify(named)) : isPhase(simplify(named), phase.n, simplify(phase.name));
  return isSame && !isOfOtherTopic(planPath ?? '', specPath);
}

export const finalPhase = 'final';

const isFinal = (named: string) => named === '' || named.startsWith(finalPhase);

const simplify = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** `2`, `Phase 2`, `2: Rule Engine`, `Phase 2 – Rule Engine`, or the name alone. */
function isPhase(named: string, n: number, name: string): boolean {
  if (named === '' || named === name) return true;
  const [, number = '', rest = ''] = /^(?:phase )?(\d{1,6})(?:(?: ?[:：–—-] ?| )(.*))?$/.exec(named) ?? [];
  return Number(number) === n && (rest === '' || rest === name);
}

/** The plans of a spec outside `docs/changes` may be anywhere else. */
function isOfOtherTopic(planPath: string, specPath: string): boolean {
  const topic = /^docs\/changes\/[^/]+\//.exec(planPath)?.[0];
  return topic !== undefined && !planFolder(specPath).startsWith(topic);
}
