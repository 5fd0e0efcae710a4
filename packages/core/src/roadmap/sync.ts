/**
 * Brings the statuses of a roadmap up to date with the phases of its sessions (AO-40, A-73).
 *
 *   Y1. Only the word of a status changes, and with it the time in `last_synced`. Every other character stays.
 *   Y2. A status that a person set since the last sync stays, until the person sets it to what the phases say.
 *   Y3. A status never moves back, and `blocked` and `needs-human` belong to people.
 */
import * as z from 'zod';
import type { AutopilotState } from '../sessions/autopilot-state.ts';
import { type ReadForm, readJsonForm } from '../validate/json-form.ts';
import {
  featureStatus,
  normalisePath,
  type PlacedText,
  type RoadmapFeature,
  type RoadmapStatus,
  readRoadmap,
  specPathsOf,
} from './roadmap.ts';

export const roadmapRecordFile = '.harness/roadmap-sync.json';

/** Why a status stays although the phases say another one. */
export type KeepReason = 'ambiguous' | 'unknown-status' | 'of-people' | 'edited' | 'edit-stamp' | 'backward';

/** The statuses after the last sync. While a sync writes, it lists the values before and after, so that a crash is no edit. */
export interface RoadmapRecord {
  /** Values of `last_synced`; `null` if the roadmap has none. Another value means that another clone synced the file. */
  readonly lastSynced: readonly (string | null)[];
  readonly features: readonly RecordedFeature[];
}

interface RecordedFeature {
  readonly name: string;
  readonly statuses: readonly string[];
  /** A person set the status, and a sync kept it. */
  readonly byHand?: true | undefined;
}

const recordSchema = z.object({
  version: z.literal(1),
  lastSynced: z.array(z.string().nullable()),
  features: z.array(z.object({ name: z.string(), statuses: z.array(z.string()), byHand: z.literal(true).optional() })),
});

export const readRoadmapRecord = (text: string): ReadForm<RoadmapRecord> => readJsonForm(text, recordSchema);

export const roadmapRecordText = (record: RoadmapRecord): string =>
  `${JSON.stringify({ version: 1, ...record }, null, 2)}\n`;

export interface SyncInput {
  readonly text: string;
  readonly sessions: readonly Pick<AutopilotState, 'specPath' | 'phases'>[];
  /** `null` if there is none. */
  readonly record: RoadmapRecord | null;
  readonly now: Date;
}

export interface RoadmapSyncResult {
  readonly text: string;
  readonly changed: readonly { readonly feature: string; readonly from: RoadmapStatus; readonly to: RoadmapStatus }[];
  readonly kept: readonly { readonly feature: string; readonly because: KeepReason }[];
  /** The record to write before the roadmap, and the one to write after it. */
  readonly pending: RoadmapRecord;
  readonly record: RoadmapRecord;
}

/** The decision about one feature. */
interface Decision {
  /** Unique: the second feature of a name is `name#2`. */
  readonly key: string;
  readonly feature: string;
  /** `null` if it cannot be read. */
  readonly status: ReturnType<typeof featureStatus>;
  /** The new status; `null` if it stays. */
  readonly to: RoadmapStatus | null;
  /** `null` unless the phases say another status, and it stays. */
  readonly because: KeepReason | null;
}

export function syncRoadmap({ text, sessions, record, now }: SyncInput): RoadmapSyncResult {
  const { features, lastSynced, lastManualEdit } = readRoadmap(text);
  const before = lastSynced?.text ?? null;
  const known = {
    features: new Map(record?.features.map((one) => [one.name, one])),
    isCurrent: record?.lastSynced.includes(before) ?? false,
    isEditStamped: isLater(lastManualEdit, lastSynced),
  };
  const reached = reachedStatuses(sessions);
  const decisions = withKeys(features).map(([key, feature]) =>
    decide(key, feature, reachedBy(feature, reached), known),
  );
  const changes = decisions.flatMap(({ feature, status, to }) =>
    status !== null && to !== null ? [{ feature, status, to }] : [],
  );
  const after = changes.length > 0 && before !== null ? now.toISOString() : before;
  const edits: Edit[] = changes.map(({ status: { start, end }, to }) => ({ start, end, text: to }));
  if (lastSynced !== null && after !== null)
    edits.unshift({ start: lastSynced.start, end: lastSynced.end, text: after });
  return {
    text: withEdits(text, edits),
    changed: changes.map(({ feature, status, to }) => ({ feature, from: status.status, to })),
    kept: decisions.flatMap(({ feature, because }) => (because === null ? [] : [{ feature, because }])),
    pending: recordOf(decisions, { before, after, isWritten: false }),
    record: recordOf(decisions, { before, after, isWritten: true }),
  };
}

interface Knowledge {
  readonly features: ReadonlyMap<string, RecordedFeature>;
  /** The record is about this version of the roadmap. */
  readonly isCurrent: boolean;
  /** `last_manual_edit` is later than `last_synced`. */
  readonly isEditStamped: boolean;
}

function decide(key: string, feature: RoadmapFeature, reached: RoadmapStatus | null, known: Knowledge): Decision {
  const status = featureStatus(feature);
  const stays = { key, feature: feature.name, status, to: null, because: null };
  if (reached === null || status?.status === reached) return stays;
  const because = feature.repeated.includes('status') ? 'ambiguous' : reasonToKeep(key, status?.status, reached, known);
  return because === null ? { ...stays, to: reached } : { ...stays, because };
}

/** A status moves only forward along this list. */
const order: readonly RoadmapStatus[] = ['backlog', 'planned', 'in-progress', 'done'];

function reasonToKeep(
  key: string,
  status: RoadmapStatus | undefined,
  reached: RoadmapStatus,
  { features, isCurrent, isEditStamped }: Knowledge,
): KeepReason | null {
  if (status === undefined) return 'unknown-status';
  if (!order.includes(status)) return 'of-people';
  const recorded = features.get(key);
  const isAsRecorded = recorded?.statuses.includes(status) ?? false;
  if (recorded?.byHand && isAsRecorded) return 'edited';
  if (recorded !== undefined && isCurrent && !isAsRecorded) return 'edited';
  if ((recorded === undefined || !isCurrent) && isEditStamped) return 'edit-stamp';
  return order.indexOf(reached) < order.indexOf(status) ? 'backward' : null;
}

/** The furthest status per spec, by its path from the root: version 1 may have left an older state beside the session. */
function reachedStatuses(sessions: SyncInput['sessions']): ReadonlyMap<string, RoadmapStatus> {
  const reached = new Map<string, RoadmapStatus>();
  for (const { specPath = '', phases } of sessions) {
    const [path, status] = [normalisePath(specPath), statusOfPhases(phases)];
    if (path !== null && status !== null && reached.get(path) !== 'done') reached.set(path, status);
  }
  return reached;
}

/** `null` if no phase has started. A skipped phase is over, but it is no work. */
function statusOfPhases(phases: AutopilotState['phases']): 'in-progress' | 'done' | null {
  const statuses = phases.map(({ status }) => status);
  if (statuses.every((status) => status === 'pending' || status === 'skipped')) return null;
  return statuses.every((status) => status === 'complete' || status === 'skipped') ? 'done' : 'in-progress';
}

const reachedBy = (feature: RoadmapFeature, reached: ReadonlyMap<string, RoadmapStatus>): RoadmapStatus | null =>
  specPathsOf(feature).flatMap((path) => reached.get(path) ?? [])[0] ?? null;

function withKeys(features: readonly RoadmapFeature[]): readonly (readonly [string, RoadmapFeature])[] {
  const seen = new Map<string, number>();
  return features.map((feature) => {
    const count = (seen.get(feature.name) ?? 0) + 1;
    seen.set(feature.name, count);
    return [count === 1 ? feature.name : `${feature.name}#${count}`, feature];
  });
}

interface Stamps {
  readonly before: string | null;
  readonly after: string | null;
  /** The roadmap has its new text. */
  readonly isWritten: boolean;
}

function recordOf(decisions: readonly Decision[], { before, after, isWritten }: Stamps): RoadmapRecord {
  const isMoved = before !== after;
  const features = decisions.flatMap(({ key, status, to, because }): readonly RecordedFeature[] => {
    if (status === null) return [];
    if (to !== null) return [{ name: key, statuses: isWritten ? [to] : [status.status, to] }];
    // The new time of the sync would hide that the edit was later than the old one.
    const byHand = because === 'edited' || (because === 'edit-stamp' && isMoved);
    if (because === 'edit-stamp' && !isMoved) return [];
    return [{ name: key, statuses: [status.status], ...(byHand ? { byHand } : {}) }];
  });
  return { lastSynced: isWritten || !isMoved ? [after] : [before, after], features };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits are in the order of the text. */
function withEdits(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let result = '';
  for (const { start, end, text: value } of edits) {
    result += text.slice(at, start) + value;
    at = end;
  }
  return result + text.slice(at);
}

/** False if one of the times is missing or is no time. */
const isLater = (one: PlacedText | null, other: PlacedText | null): boolean =>
  Date.parse(one?.text ?? '') > Date.parse(other?.text ?? '');
