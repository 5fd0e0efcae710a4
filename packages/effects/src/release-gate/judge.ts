/**
 * Judges a product against its acceptance file: runs the tests that prove it and writes a report.
 *
 * It changes only the reports in the state folder and, once, `RELEASE_READY`.
 */
import { lstatSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { type Acceptance, acceptancePaths, parseAcceptance } from '@harness/core/input-files/acceptance';
import { parseEnvTemplate } from '@harness/core/release-gate/environment';
import {
  type CommandRun,
  cannotPass,
  listTestCommands,
  type ReleaseFacts,
  releaseVerdict,
  testKind,
} from '@harness/core/release-gate/judge';
import { type ReleaseReport, releasePage } from '@harness/core/release-gate/report';
import { slug } from '@harness/core/text/slug';
import { type CheckSetup, runChecks } from '../check/run-checks.ts';
import { resolveInside } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { brokenPlansFailure } from '../plans/context.ts';
import { type PlanFolders, readPlans } from '../plans/read.ts';
import { readTextFile } from '../plans/text-file.ts';
import { dateOf, placeNew, putReport } from '../report-file.ts';

export interface ReleaseGateSetup extends PlanFolders, CheckSetup {
  readonly stateDir: string;
  readonly suite: readonly string[];
  readonly now?: () => Date;
}

export interface ReleaseRequest {
  readonly specPath: string;
  readonly everything?: boolean;
}

export interface ReleaseJudgement {
  readonly report: ReleaseReport;
  readonly reportPath: string;
  /** `null` if the product is not ready. */
  readonly readyPath: string | null;
}

type Context = PerformContext<AbortSignal>;

export async function runReleaseGate(
  setup: ReleaseGateSetup,
  { specPath, everything = false }: ReleaseRequest,
  context: Context,
): Promise<Outcome<ReleaseJudgement>> {
  const { repo, stateDir, now = () => new Date() } = setup;
  const found = findAcceptance(repo, specPath);
  if (!found.ok) return found;
  const { path: acceptancePath, acceptance } = found.value;
  const read = await readPlans(repo, setup);
  const wrong = brokenPlansFailure(read);
  if (wrong !== null) return wrong;
  const facts = collectFacts(setup, acceptance, read.plans);
  const runs = everything || !cannotPass(facts) ? await runAll(setup, listTestCommands(facts), context) : [];
  const verdict = releaseVerdict(facts, runs);
  const at = now();
  const report: ReleaseReport = { version: 1, at: at.toISOString(), specPath, acceptancePath, ...verdict };
  const stem = `${dateOf(at)}-${slug(basename(specPath, extname(specPath)))}`;
  const reportPath = await putReport(repo, `${stateDir}/release-reports`, stem, {
    page: releasePage(report),
    document: report,
  });
  if (!verdict.ready) return ok({ report, reportPath, readyPath: null });
  const readyPath = `${stateDir}/RELEASE_READY`;
  await placeNew(repo, readyPath, `${JSON.stringify({ at: report.at, specPath, reportPath })}\n`); // never replaced
  return ok({ report, reportPath, readyPath });
}

/** Finds the acceptance file of a spec. It must have at least one criterion. */
export function findAcceptance(repo: string, spec: string): Outcome<{ path: string; acceptance: Acceptance }> {
  for (const path of acceptancePaths(spec)) {
    const file = readTextFile(resolveInside(repo, path), maxBytes);
    if (file.is === 'missing') continue;
    if (file.is !== 'text') return fail('plans.broken', { detail: `${path}: ${file.is.replaceAll('-', ' ')}` });
    const acceptance = parseAcceptance(file.text);
    if (acceptance.criteria.length > 0) return ok({ path, acceptance });
    return fail('plans.broken', { detail: `${path} has no release criterion` });
  }
  return fail('plans.broken', { detail: `${acceptancePaths(spec)[0]} does not exist` });
}

const maxBytes = 1024 * 1024;

function collectFacts(
  { repo, suite }: ReleaseGateSetup,
  acceptance: Acceptance,
  plans: ReleaseFacts['plans'],
): ReleaseFacts {
  const isFile = (path: string) => {
    const contained = resolveContained(repo, path);
    return contained.ok && exists(contained.path);
  };
  const tests = new Set(acceptance.criteria.flatMap(({ testedBy }) => testedBy));
  const template = readTextFile(resolveInside(repo, '.env.example'), maxBytes);
  return {
    acceptance,
    plans,
    suite,
    template: parseEnvTemplate(template.is === 'text' ? template.text : ''),
    kinds: new Map([...tests].map((test) => [test, testKind(test, isFile)])),
  };
}

/** Accepts a folder of tests too. */
const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

async function runAll(setup: ReleaseGateSetup, commands: readonly string[], context: Context) {
  const runs: CommandRun[] = [];
  for await (const { command, outcome, log } of runChecks(setup, commands, context)) {
    const { green, exitCode } = outcome.ok ? outcome.value : { green: false, exitCode: null };
    runs.push({ command, green, exitCode, log: log ?? '' });
  }
  return runs;
}
