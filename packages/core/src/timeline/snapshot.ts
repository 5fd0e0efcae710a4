/**
 * Measures a code graph for the timeline, and adds the snapshot of a finished phase (A-72, AO-33).
 *
 *   N1. A measure that is not known is absent: no file of a repository names its layers and forbidden imports.
 *   N2. A phase has one snapshot per commit, also after a crash.
 *   N3. A timeline that is damaged stays as it is; `harness validate` names it.
 */
import type { CodeGraph } from '../codegraph/graph.ts';
import { findImportLayers } from '../codegraph/import-layers.ts';
import { readTimeline } from './timeline.ts';

interface Measure {
  readonly value: number;
}
type Category = 'circular-deps' | 'complexity' | 'coupling' | 'module-size' | 'dependency-depth';

export interface TimelineSnapshot {
  /** An ISO time. */
  readonly capturedAt: string;
  readonly commitHash: string;
  /** Slug of the session. */
  readonly session: string;
  readonly phase: number;
  readonly metrics: Readonly<Partial<Record<Category, Measure>>>;
}

/** `sizes` are the bytes of the modules. Without a module, no measure is known. */
export function readMeasures(graph: CodeGraph, sizes: readonly number[]): TimelineSnapshot['metrics'] {
  const { modules, unread, branches } = graph;
  if (modules.length === 0) return {};
  const { cycles, depth } = findImportLayers(graph);
  const imports = modules.reduce((sum, { edges }) => sum + edges.length, 0);
  const read = modules.length - unread.length;
  return {
    'circular-deps': { value: cycles.length },
    ...(read > 0 ? { complexity: { value: rounded(branches / read) } } : {}),
    coupling: { value: rounded(imports / modules.length) },
    'module-size': { value: sizes.reduce((most, bytes) => Math.max(most, bytes), 0) },
    'dependency-depth': { value: depth },
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The new text of the timeline, whose old text is `null` if it does not exist; `null` if it stays. */
export function addSnapshot(text: string | null, snapshot: TimelineSnapshot): string | null {
  const read = text === null ? null : readTimeline(text);
  if (read?.ok === false) return null;
  const timeline = read?.value ?? { version: 1, snapshots: [] };
  const { commitHash, session, phase } = snapshot;
  const isKnown = timeline.snapshots.some(
    (one) => one.commitHash === commitHash && one['session'] === session && one['phase'] === phase,
  );
  return isKnown ? null : `${JSON.stringify({ ...timeline, snapshots: [...timeline.snapshots, snapshot] }, null, 2)}\n`;
}
