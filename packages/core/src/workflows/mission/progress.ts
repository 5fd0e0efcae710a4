/** Progress messages of a mission: every decision, and the result of each feature. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { CallResult } from '../../effects/call.ts';
import type { CheckReport } from '../../effects/check.ts';
import type { TouchedUserFiles } from '../../effects/checkout.ts';
import type { Outcome } from '../../failure/failure.ts';
import { verdictLine } from '../../mission/competition.ts';
import { missionCodes } from './codes.ts';
import type { CompetitionResult } from './competition/job.ts';
import type { LaneResult } from './lane/job.ts';
import { newDecision } from './last-decision.ts';
import { noteProgress as noted } from './note-progress.ts';
import type { Mission } from './state.ts';

const message = progressOf(missionCodes);

export function missionProgress(
  from: Mission,
  answers: Readonly<Record<string, unknown>>,
  to: Mission,
): readonly ProgressMessage[] {
  return [
    ...planMessages(from, to),
    ...claimMessages(from, answers),
    ...decisionMessages(from, to),
    ...laneMessages(from, answers),
    ...smokeMessages(from, to),
    ...touchedMessages(answers),
    ...noted(from, answers),
  ];
}

function planMessages(from: Mission, to: Mission): readonly ProgressMessage[] {
  const isAdopted = (from.at === 'looking' || from.at === 'adopting') && 'features' in to && to.at !== 'failed';
  return isAdopted ? [message('mission.planned', { count: to.features.length })] : [];
}

/** After the last command, with those that prove nothing. */
function claimMessages(from: Mission, answers: Readonly<Record<string, unknown>>): readonly ProgressMessage[] {
  if (from.at !== 'trying-claims' || from.left.length > 1) return [];
  const report = answers['report'] as Outcome<CheckReport>;
  const green = report.ok && report.value.green ? [...from.green, ...from.left] : from.green;
  return green.length > 0 ? [message('mission.green-claims', { commands: green.join(', ') }, 'warn')] : [];
}

function decisionMessages(from: Mission, to: Mission): readonly ProgressMessage[] {
  const taken = newDecision(from, to);
  if (taken === null || !('refused' in to)) return [];
  const { iteration, verb, argument, ghost } = taken;
  const params = { n: iteration, choice: argument === '' ? verb : `${verb} ${argument}` };
  return ghost
    ? [message('mission.ghost', { ...params, why: to.refused }, 'warn')]
    : [message('mission.decided', params)];
}

function smokeMessages(from: Mission, to: Mission): readonly ProgressMessage[] {
  if (from.at !== 'closing-smoke' || 'code' in from.smoked) return [];
  if (from.smoked.is === 'passed') return [message('mission.smoke-passed', {}, 'good')];
  if (from.smoked.is === 'apart')
    return [message('mission.smoke-apart', { files: from.smoked.files.join(', ') }, 'warn')];
  const before = new Map(from.features.map(({ id, status }) => [id, status]));
  const item = 'features' in to ? to.features.find(({ id, status }) => status !== before.get(id))?.id : undefined;
  return [message('mission.smoke-failed', { item: item ?? '', why: from.smoked.said.split('\n')[0] ?? '' }, 'bad')];
}

function touchedMessages({ touched }: Readonly<Record<string, unknown>>): readonly ProgressMessage[] {
  const compared = touched as Outcome<TouchedUserFiles> | undefined;
  if (!compared?.ok) return [];
  const { files, count } = compared.value;
  const rows = files.map(({ path, how, restore: command }) =>
    message('mission.user-file-touched', { path, how, command }, 'warn'),
  );
  return count > files.length ? [...rows, message('mission.user-files-touched', { count }, 'warn')] : rows;
}

function laneMessages(from: Mission, answers: Readonly<Record<string, unknown>>): readonly ProgressMessage[] {
  const called = callResultIn(answers);
  if (!called || !('lanes' in from)) return [];
  const item = from.lanes.find(({ child }) => child === called.child)?.feature ?? '';
  const { result } = called;
  return [...winnerMessages(item, result), ...resultMessages(item, result)];
}

/** Scripts rely on the wording of the winner. */
function winnerMessages(item: string, result: CompetitionResult | null): readonly ProgressMessage[] {
  if (!result?.verdict) return [];
  const { winner, by } = result.verdict;
  return [message('mission.winner', { item, choice: verdictLine(winner), by })];
}

function resultMessages(item: string, result: CompetitionResult | null): readonly ProgressMessage[] {
  if (result?.is === 'passed') {
    if (result.branch !== undefined) return [message('mission.kept', { item, branch: result.branch }, 'good')];
    const { commit } = result;
    const merged = message('mission.merged', commit === null ? { item } : { item, commit }, 'good');
    return result.left === '' ? [merged] : [merged, message('mission.left', { why: result.left }, 'warn')];
  }
  if (result === null || result.is === 'implemented' || result.is === 'judged') return [];
  return [message('mission.landed', { item, why: whyOf(result) }, 'bad')];
}

function callResultIn({
  ended: alone,
  came,
}: Readonly<Record<string, unknown>>): CallResult<CompetitionResult> | undefined {
  const part = came as { of: string; value: unknown } | undefined;
  return (alone ?? (part?.of === 'ended' ? part.value : undefined)) as CallResult<CompetitionResult> | undefined;
}

function whyOf(result: Exclude<LaneResult, { is: 'passed' | 'implemented' | 'judged' }>): string {
  switch (result.is) {
    case 'failing':
      return result.because;
    case 'blocked':
      return result.why;
    case 'broken':
      return result.because.code;
    case 'stopped':
      return 'stopped';
  }
}
