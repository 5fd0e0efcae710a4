/** Collects the input of the fidelity role: the spec, completed plans and the files of the product (D-60). */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FidelityResult, ProductSurvey } from '@harness/core/effects/fidelity';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { fidelityPage } from '@harness/core/fidelity/report';
import type { Artifact } from '@harness/core/journal/artifact';
import { byId, isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { slug } from '@harness/core/text/slug';
import { writeArtifact } from '../artifact/store.ts';
import { resolveInside } from '../checkout/file.ts';
import { gitOrThrow } from '../git/command.ts';
import { brokenPlansFailure, type PlansContext } from '../plans/context.ts';
import { type PlanFolders, readPlans } from '../plans/read.ts';
import { maxPlanSpecBytes } from '../plans/survey.ts';
import { readTextFile } from '../plans/text-file.ts';
import { putReport } from '../report-file.ts';

/** The role opens files itself; it needs their paths, and the start of each plan. */
const maxFiles = 3_000;
const maxPlanChars = 2_000;
const maxPlansChars = 100_000;

export interface ProductSettings extends PlanFolders {
  readonly appPaths: readonly string[];
  readonly stateDir: string;
  readonly base: string;
}

export async function performSurveyProduct(
  work: PlansContext,
  { specPath }: { readonly specPath: string },
  { appPaths, completedDir, planDir, stateDir, base }: ProductSettings,
): Promise<Outcome<ProductSurvey>> {
  const { repo, runFolder, key } = work;
  const file = readTextFile(resolveInside(repo, specPath), maxPlanSpecBytes);
  if (file.is !== 'text') return fail('plans.broken', { detail: `${specPath}: ${file.is.replaceAll('-', ' ')}` });
  const read = await readPlans(repo, { planDir, completedDir });
  const wrong = brokenPlansFailure(read);
  if (wrong !== null) return wrong;
  const save = (name: string, text: string): Promise<Artifact> => writeArtifact(runFolder, `${key}.${name}`, text);
  return ok({
    at: new Date().toISOString(),
    head: await gitOrThrow(repo, ['rev-parse', 'HEAD']),
    spec: await save('spec.md', file.text),
    plans: await save('plans.md', plansText(read.plans.filter(isCompleted))),
    files: await save('files.txt', await filesText(repo, appPaths)),
    places: { planDir, stateDir, base },
  });
}

function plansText(completed: readonly PlanFile[]): string {
  const texts = completed
    .toSorted(byId)
    .map(({ id, title, body }) => `# ${id} ${title}\n\n${body.trim().slice(0, maxPlanChars)}`);
  return texts.join('\n\n').slice(0, maxPlansChars) || 'none';
}

/** Only files that git does not ignore: ignored ones are generated or downloaded. */
async function filesText(repo: string, appPaths: readonly string[]): Promise<string> {
  const listed = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...appPaths.map((path) => `:(literal)${path}`),
  ];
  const paths = [...new Set((await gitOrThrow(repo, listed)).split('\0').filter((path) => path !== ''))];
  const lines = paths.slice(0, maxFiles).flatMap((path) => {
    const size = lstatSync(join(repo, path), { throwIfNoEntry: false })?.size;
    return size === undefined ? [] : [`${path} (${size} bytes)`];
  });
  const more = paths.length > maxFiles ? [`and ${paths.length - maxFiles} more`] : [];
  return [...lines, ...more].join('\n') || `nothing lies in ${appPaths.join(', ')}`;
}

export async function performReportFidelity(
  { repo, run }: Pick<PlansContext, 'repo' | 'run'>,
  {
    stateDir,
    at,
    specPath,
    score,
    threshold,
    verdict,
  }: FidelityResult & { readonly stateDir: string; readonly at: string },
): Promise<Outcome<{ readonly report: string }>> {
  const document = { version: 1, at, run, specPath, score, threshold, blocked: score > threshold, verdict } as const;
  const stem = `${at.slice(0, 10)}-${slug(specPath.replace(/^.*\/|\.[^./]*$/g, ''))}`;
  return ok({
    report: await putReport(repo, `${stateDir}/fidelity-reports`, stem, { page: fidelityPage(document), document }),
  });
}
