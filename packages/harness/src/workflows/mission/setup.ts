/** Checks what a mission needs before it starts (plan or spec, base, clean tree, settings), and creates its job. */
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
import { trustSettings } from '../../settings/trust.ts';
import { describePlanDefects } from './describe-plan.ts';

const defaultSpec = 'SPEC.md';

export interface MissionSpec {
  /** Relative to the repository. */
  readonly path: string;
  /** Empty if a plan exists and no spec is given. */
  readonly text: string;
}

/** An existing plan needs no spec. A plan with defects is refused (M-02). */
export function resolveMissionSpec(root: string, given: string | undefined, language: string | undefined): MissionSpec {
  const plan = findExistingPlan(root);
  if (plan !== null && plan.is !== 'plan')
    throw refusalOf(missionCodes, 'features.disorder', { problems: describePlanDefects(plan, language) });
  if (plan !== null && given === undefined) return { path: defaultSpec, text: '' };
  return readRepositoryFile(root, given ?? defaultSpec, { command: 'mission', maxBytes: maxSpecBytes });
}

/** How a feature reaches the branch of the checkout; undefined if lanes are worktrees. */
const checkoutMode = ({ branchIsolation: { enabled, useWorktrees } }: Pick<Config, 'branchIsolation'>) => {
  if (!enabled) return 'commit';
  return useWorktrees ? undefined : 'merge';
};

/** Refuses combinations of settings that missions do not support. */
export function requireSupported({ branchIsolation, parallelWorkers, smokeTest, uiQa, devServer }: Config): void {
  const problems = [
    ...(branchIsolation.onPass === 'merge' || !checkoutMode({ branchIsolation })
      ? []
      : [`branchIsolation.onPass "${branchIsolation.onPass}" needs branchIsolation.enabled and useWorktrees`]),
    ...(parallelWorkers.mode === 'lane' || (branchIsolation.onPass === 'merge' && !checkoutMode({ branchIsolation }))
      ? []
      : ['parallelWorkers.mode "competition" needs branchIsolation with worktrees and onPass "merge"']),
    ...(uiQa.enabled && uiQa.url === undefined && !devServer && smokeTest.urls.length === 0
      ? ['uiQa.url must be set to the URL of the user interface']
      : []),
    ...(smokeTest.enabled && smokeTest.urls.length === 0 ? ['smokeTest.urls must contain at least one URL'] : []),
  ];
  if (problems.length > 0) throw refusalOf(missionCodes, 'mission.unsupported', { detail: problems.join('; ') });
}

/** The spec itself may be uncommitted. */
export const requireCleanMission = (root: string, spec: string): Promise<void> =>
  requireCleanTree(root, (file) => file === spec, 'harness mission --allow-dirty');

/** In the checkout: its current branch. Otherwise the configured branch, or `master` for `main` (MO-05). */
export async function resolveBase(root: string, config: Config): Promise<string> {
  const { branchIsolation, baseBranch } = config;
  if (checkoutMode(config)) {
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

/** If features are built in the checkout: all its changed and ignored files belong to the user. */
export async function resolveCheckout(root: string, config: Config): Promise<Pick<MissionJob, 'checkout'>> {
  const as = checkoutMode(config);
  if (as === undefined) return {};
  return {
    checkout: { as, keeps: true, foreign: [...(await readForeignFiles(root)), ...(await readIgnoredFiles(root))] },
  };
}

export function missionJob(root: string, spec: string, base: string, config: Config): MissionJob {
  const { mission, parallelWorkers, checkpoints, checks, branchIsolation } = config;
  const commands = resolveChecks(config, detectRepositoryChecks(root));
  return {
    ...lanesIn(config),
    spec,
    base,
    decide: mission.decide,
    iterations: mission.maxIterations,
    planReviewer: mission.planReviewer.enabled,
    checkpoints: checkpoints.enabled
      ? checkpoints.types.map(({ name, triggerOn: on, description = '', triggerDoc: hint }) =>
          hint === undefined ? { name, on, description } : { name, on, description, hint },
        )
      : [],
    checks: commands,
    checkTimeoutMs: checks.timeoutMs,
    rooms: true,
    atOnce: true,
    baseline: true,
    finalChecks: true,
    guardsDocuments: true,
    hears: true,
    allots: {
      firstPort: parallelWorkers.firstPort,
      envFile: parallelWorkers.envFile,
      installTimeoutMs: checks.timeoutMs, // the install command runs like a check
    },
    ...(checks.testFiles ? { testFiles: checks.testFiles } : {}),
    ...(checks.reports ? { reports: checks.reports } : {}),
    ...(Object.keys(mission.promptOverrides).length > 0 ? { prompts: mission.promptOverrides } : {}),
    memory: { identityDir: identityDirFor(root, mission.identityDir) },
    ...trustSettings(config, { checks: commands }),
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

/** In the checkout, pages are written only at the end: changes of the documenter could not be undone. */
function documentsIn({ mission: { documenter }, branchIsolation }: Config): Pick<MissionJob, 'documents'> {
  if (documenter === 'done' || (documenter === 'pass' && checkoutMode({ branchIsolation }))) return {};
  return { documents: documenter };
}

/** Several features at once, or one feature in several competing lanes (MO-06, MO-28). */
const lanesIn = ({ parallelWorkers: { max, mode } }: Config): Pick<MissionJob, 'lanes' | 'rivals'> =>
  mode === 'competition' ? { lanes: 1, rivals: max } : { lanes: max };

/** Roles learn across missions, so the folder is outside the repository (M-34). `~` is resolved when it is read. */
function identityDirFor(root: string, dir: string): string {
  const isInside = !relative(root, identityFolder(dir, root)).startsWith('..');
  if (isInside)
    throw refusalOf(missionCodes, 'mission.unsupported', {
      detail: `mission.identityDir "${dir}" must be outside the repository`,
    });
  return dir.startsWith('~') ? dir : resolve(root, dir);
}

function smokeIn({ smokeTest, branchIsolation }: Config): Pick<MissionJob, 'smoke'> {
  if (!smokeTest.enabled) return {};
  const { onDone, onFeaturePass, startupCmd, startupWaitSeconds, urls } = smokeTest;
  const addresses = urls.map(({ url, expectStatus, expectText }) => ({
    url,
    expectStatus,
    ...(expectText === undefined ? {} : { expectText }),
  }));
  return {
    smoke: {
      onDone,
      onFeaturePass,
      waitMs: startupWaitSeconds * 1_000,
      urls: addresses,
      ...(startupCmd === undefined ? {} : { command: startupCmd }),
      ...(onFeaturePass && !checkoutMode({ branchIsolation }) ? { inLane: true } : {}),
    },
  };
}

/** The dev server, or the server of the smoke test; without both, the product must already run. */
function uiQaIn({ uiQa, devServer, smokeTest }: Config): Pick<MissionJob, 'uiQa'> {
  const url = uiQa.url ?? devServer?.url ?? smokeTest.urls[0]?.url;
  if (!uiQa.enabled || url === undefined) return {};
  const command = devServer?.command ?? smokeTest.startupCmd ?? '';
  const readyTimeoutMs = (devServer?.readyTimeoutSec ?? smokeTest.startupWaitSeconds) * 1_000;
  return { uiQa: { server: { command, url, readyTimeoutMs }, paths: devServer?.paths ?? [] } };
}
