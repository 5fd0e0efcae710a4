/** Computes PESL, how sure the execution of a task is, from the code graph alone (AO-37, AO-38). */
import { findImporters } from '../codegraph/blast-radius.ts';
import type { CodeGraph } from '../codegraph/graph.ts';
import { defaultTestGlobs } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';

const start = 0.85;
const costs = { hotspot: 0.05, testGap: 0.08, predictedFailure: 0.1, overall: 0.2 } as const;
const abortBelow = 0.3;
/** A module with more direct importers is a hotspot. */
const hotspotImporters = 10;

export interface SimulationInputs {
  readonly hotspots: number;
  readonly testGaps: number;
  readonly predictedFailures: number;
  /** Of the complexity. */
  readonly overall: number;
}

export interface Simulation {
  readonly executionConfidence: number;
  readonly riskScore: number;
  readonly abort: boolean;
}

export function computeSimulation({ hotspots, testGaps, predictedFailures, overall }: SimulationInputs): Simulation {
  const left =
    start -
    costs.hotspot * hotspots -
    costs.testGap * testGaps -
    costs.predictedFailure * predictedFailures -
    costs.overall * overall;
  const executionConfidence = Math.min(1, Math.max(0, left));
  return { executionConfidence, riskScore: 1 - executionConfidence, abort: executionConfidence < abortBelow };
}

/** The named modules that many others import. */
export function findHotspots(graph: CodeGraph, seeds: readonly string[]): readonly string[] {
  const importers = findImporters(graph);
  return seeds.filter((path) => (importers.get(path)?.length ?? 0) > hotspotImporters);
}

/** The named modules that no test imports, directly or through others. */
export function findTestGaps({ modules }: CodeGraph, seeds: readonly string[]): readonly string[] {
  const edgesOf = new Map(modules.map(({ path, edges }) => [path, edges]));
  const isTest = (path: string) => matchesGlob(path, defaultTestGlobs);
  const covered = new Set([...edgesOf.keys()].filter(isTest));
  for (const path of covered) for (const { to } of edgesOf.get(path) ?? []) covered.add(to); // a set visits what is added
  return seeds.filter((path) => !covered.has(path));
}
