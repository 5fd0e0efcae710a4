/** What a mission stands on before a run is made: a plan or a spec, a base, a clean tree, and settings it can work with. */
import { relative, resolve } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import type { MissionJob } from '@harness/core/workflows/mission/machine';
import { headBranch } from '@harness/effects/checkout/branch';
import { readForeignFiles, readIgnoredFiles } from '@harness/effects/checkout/foreign-files';
import { findExistingPlan, maxSpecBytes } from '@harness/effects/features/find-plan';
import { identityFolder } from '@harness/effects/features/identity';
import { readRef } from '@harness/effects/git/refs/ref';
import { readRepositoryFile } from '../../plans/input-file.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { describePlanDefects } from './describe-plan.ts';

const defaultSpec = 'SPEC.md';

export interface MissionSpec {
  /** By its path in the repository. */
  readonly path: string;
  /** Empty where a plan is there and the spec is not. */
  readonly text: string;
}

/** A plan that is there needs no spec; one that is not in order is worked on by nobody (M-02). */
export function resolveMissionSpec(root: string, given: string | undefined, language: string | undefined): MissionSpec {
  const plan = findExistingPlan(root);
  if (plan !== null && plan.is !== 'plan')
    throw refusalOf(missionCodes, 'features.disorder', { problems: describePlanDefects(plan, language) });
  if (plan !== null && given === undefined) return { path: defaultSpec, text: '' };
  return readRepositoryFile(root, given ?? defaultSpec, { command: 'mission', maxBytes: maxSpecBytes });
}

/** How a feature comes onto the branch of the checkout, where it is built there; nothing where lanes are worktrees. */
const publishedAs = ({ branchIsolation: { enabled, useWorktrees } }: Pick<Config, 'branchIsolation'>) => {
  if (!enabled) return 'commit';
  return useWorktrees ? undefined : 'merge';
};

/** What an earlier system could do and this one cannot yet is said before anything begins. */
export function requireSupported({ branchIsolation, parallelWorkers, smokeTest, uiQa, devServer }: Config): void {
  const wrong = [
    ...(branchIsolation.onPass === 'merge' || !publishedAs({ branchIsolation })
      ? []
      : [`branchIsolation.onPass "${branchIsolation.onPass}" needs branchIsolation.enabled and useWorktrees`]),
    ...(parallelWorkers.mode === 'lane' || (branchIsolation.onPass === 'merge' && !publishedAs({ branchIsolation }))
      ? []
      : ['parallelWorkers.mode "competition" needs branchIsolation with worktrees and onPass "merge"']),
    ...(uiQa.enabled && uiQa.url === undefined && !devServer && smokeTest.urls.length === 0
      ? ['uiQa.url must say where the interface is']
      : []),
    ...(smokeTest.enabled && smokeTest.urls.length === 0 ? ['smokeTest.urls must name an address'] : []),
  ];
  if (wrong.length > 0) throw refusalOf(missionCodes, 'mission.unsupported', { detail: wrong.join('; ') });
}

/** The spec lies there on purpose, committed or not. */
export const requireCleanMission = (root: string, spec: string): Promise<void> =>
  requireCleanTree(root, (file) => file === spec, 'harness mission --allow-dirty');

/** In the checkout the branch that it stands on; else the one that is set, or the one it falls back to (MO-05). */
export async function resolveBase(root: string, config: Config): Promise<string> {
  const { branchIsolation, baseBranch } = config;
  if (publishedAs(config)) {
    const here = await headBranch(root);
    if (here === null) throw new Refusal('base.missing', { branch: 'HEAD' });
    return here;
  }
  const wanted = branchIsolation.baseBranch ?? baseBranch;
  for (const branch of new Set([wanted, ...(wanted === 'main' ? ['master'] : [])])) {
    if ((await readRef(root, `refs/heads/${branch}^{commit}`)) !== null) return branch;
  }
  throw new Refusal('base.missing', { branch: wanted });
}

/** Features that are built in the checkout itself: what is changed or ignored there already is nobody's but the user's. */
export async function resolveCheckout(root: string, config: Config): Promise<Pick<MissionJob, 'checkout'>> {
  const as = publishedAs(config);
  if (as === undefined) return {};
  return { checkout: { as, foreign: [...(await readForeignFiles(root)), ...(await readIgnoredFiles(root))] } };
}

export function missionJob(root: string, spec: string, base: string, config: Config): MissionJob {
  const { mission, parallelWorkers, checkpoints, checks, branchIsolation } = config;
  return {
    ...lanesIn(config),
    ...{ spec, base, decide: mission.decide, iterations: mission.maxIterations },
    planReviewer: mission.planReviewer.enabled,
    checkpoints: checkpoints.enabled
      ? checkpoints.types.map(({ name, triggerOn, description = '' }) => ({ name, on: triggerOn, description }))
      : [],
    checks: resolveChecks(config, detectRepositoryChecks(root)),
    checkTimeoutMs: checks.timeoutMs,
    hears: true,
    allots: {
      ...{ firstPort: parallelWorkers.firstPort, envFile: parallelWorkers.envFile },
      installTimeoutMs: checks.timeoutMs, // it runs as a check does
    },
    ...(checks.testFiles ? { testFiles: checks.testFiles } : {}),
    ...(checks.reports ? { reports: checks.reports } : {}),
    ...(Object.keys(mission.promptOverrides).length > 0 ? { prompts: mission.promptOverrides } : {}),
    memory: { identityDir: identityDirFor(root, mission.identityDir) },
    ...(publishedAs(config) ? {} : proofIn(config, detectRepositoryChecks(root))), // the user's files are not rewound to an older state
    ...smokeIn(config),
    ...uiQaIn(config),
    keep: { snapshots: mission.snapshotRetention, logs: mission.logRetention },
    ...(config.crosscheck.enabled ? { crosscheck: true } : {}),
    ...(mission.archiveOnDone ? { archives: true } : {}),
    ...documentsIn(config),
    ...(branchIsolation.onPass === 'merge' ? {} : { onPass: branchIsolation.onPass }),
    ...(mission.debugger.enabled ? { debugAfter: mission.debugger.threshold } : {}),
  };
}

/** In the checkout all pages are written at the end: what the documenter leaves there could not be taken back. */
function documentsIn({ mission: { documenter }, branchIsolation }: Config): Pick<MissionJob, 'documents'> {
  if (documenter === 'done' || (documenter === 'pass' && publishedAs({ branchIsolation }))) return {};
  return { documents: documenter };
}

/** Several features at once, or one at a time by several lanes of which one is merged (MO-06, MO-28). */
const lanesIn = ({ parallelWorkers: { max, mode } }: Config): Pick<MissionJob, 'lanes' | 'rivals'> =>
  mode === 'competition' ? { lanes: 1, rivals: max } : { lanes: max };

/** What roles learn goes from mission to mission, and into no repository (M-34). `~` stays: it is whose home it is when it is read. */
function identityDirFor(root: string, dir: string): string {
  const isInside = !relative(root, identityFolder(dir, root)).startsWith('..');
  if (isInside)
    throw refusalOf(missionCodes, 'mission.unsupported', {
      detail: `mission.identityDir "${dir}" must lie outside the repository`,
    });
  return dir.startsWith('~') ? dir : resolve(root, dir);
}

/** The tests alone: a linter that finds a missing import on the base would prove every test. A build may have to come first. */
function proofIn(
  { checks }: Config,
  { test, build }: ReturnType<typeof detectRepositoryChecks>,
): Pick<MissionJob, 'proof'> {
  const [tested, built] = [
    checks.test === undefined ? test : checks.test,
    checks.build === undefined ? build : checks.build,
  ];
  return tested === null ? {} : { proof: built === null ? [tested] : [built, tested] };
}

/** No application is set: nothing is looked at. */
function smokeIn({ smokeTest }: Config): Pick<MissionJob, 'smoke'> {
  if (!smokeTest.enabled) return {};
  const { onDone, onFeaturePass, startupCmd, startupWaitSeconds, urls } = smokeTest;
  const wanted = urls.map(({ url, expectStatus, expectText }) => ({
    ...{ url, expectStatus },
    ...(expectText === undefined ? {} : { expectText }),
  }));
  return {
    smoke: {
      ...{ onDone, onFeaturePass, waitMs: startupWaitSeconds * 1_000, urls: wanted },
      ...(startupCmd === undefined ? {} : { command: startupCmd }),
    },
  };
}

/** The server of the product is the one that is set, or what the smoke test starts; without one it is supposed to run already. */
function uiQaIn({ uiQa, devServer, smokeTest }: Config): Pick<MissionJob, 'uiQa'> {
  const url = uiQa.url ?? devServer?.url ?? smokeTest.urls[0]?.url;
  if (!uiQa.enabled || url === undefined) return {};
  const command = devServer?.command ?? smokeTest.startupCmd ?? '';
  const readyTimeoutMs = (devServer?.readyTimeoutSec ?? smokeTest.startupWaitSeconds) * 1_000;
  return { uiQa: { server: { command, url, readyTimeoutMs }, paths: devServer?.paths ?? [] } };
}
