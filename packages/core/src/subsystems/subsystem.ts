/** A subsystem, as its spec describes it. */
import type { Invariant } from '../effects/issues.ts';

export const specsFolder = 'subsystems_knowledge';

export interface Subsystem {
  /** `<system>/<subsystem>`. */
  readonly id: string;
  /** Path of its spec. */
  readonly file: string;
  readonly description: string;
  /** Globs of its files. */
  readonly owned: readonly string[];
  /** Globs of files that other subsystems use; empty if the spec names none. */
  readonly publicApi: readonly string[];
  /** Ids of subsystems that it depends on, by their specs or its own. */
  readonly providers: readonly string[];
  /** Ids of subsystems that depend on it, by their specs or its own. */
  readonly consumers: readonly string[];
  readonly invariants: readonly Invariant[];
  readonly tier0: readonly string[];
  readonly tier1: readonly string[];
  /** Open ones, the most urgent first. */
  readonly gaps: readonly KnownGap[];
  readonly recentFixes: readonly RecentFix[];
  /** Names with the condition for their use. */
  readonly skills: readonly string[];
  /** The spec itself, for planners. */
  readonly text: string;
}

export interface KnownGap {
  readonly id: string;
  readonly title: string;
  /** 1 is the most urgent. */
  readonly priority: number;
}

export interface RecentFix {
  readonly description: string;
  /** Globs; empty stands for all files of the subsystem. */
  readonly files: readonly string[];
}
