/** `harness site-reverse <url>`: drafts a product spec from a web site and keeps its pages and screenshots (DO-22). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { parseSiteAddress, type SiteAddress, sitePaths } from '@harness/core/site/address';
import { siteCodes } from '@harness/core/workflows/site-reverse/codes';
import {
  type PlannerMode,
  plannerModes,
  type SiteJob,
  siteReverse,
} from '@harness/core/workflows/site-reverse/machine';
import { findBrowser } from '@harness/effects/browser/find';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../../cli/command.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { shellQuote } from '../../render/shell-quote.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const [given = ''] = args;
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The URL', command: 'site-reverse' });
  const { url, slug } = parseAddress(given);
  const planner = parsePlannerMode((options['planner'] as string | undefined) ?? 'skip');
  const force = options['force'] === true;
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const context = resolveRunSettings(setup, invocation, { workflow: 'site-reverse', task: '' });
  requireBrowser();
  if (!force) requireFree(root, url, sitePaths(slug, contextDir));
  if (planner !== 'skip') requireValidPlans(await readPlans(root, config), context.output.language);
  const input: SiteJob = { url, slug, force, planner, planDir, completedDir, contextDir };
  const run = newRunId(`site-${slug}`);
  return startRun({ ...context, machine: siteReverse.id, run, title: url, input });
}

const addressProblems: Readonly<Record<Extract<SiteAddress, { ok: false }>['why'], (given: string) => string>> = {
  'not-an-address': (given) => `"${given}" is not a URL such as https://shop.example`,
  scheme: (given) => `"${given}" is not a URL that starts with http:// or https://`,
  password: () => 'A URL with a user name or password is not accepted: it would be written to every file',
};

function parseAddress(given: string): Extract<SiteAddress, { ok: true }> {
  const address = parseSiteAddress(given);
  if (address.ok) return address;
  throw new Refusal('usage.invalid', { detail: addressProblems[address.why](given), command: 'site-reverse' });
}

function parsePlannerMode(value: string): PlannerMode {
  const mode = plannerModes.find((one) => one === value);
  if (mode !== undefined) return mode;
  const detail = `--planner must be one of ${plannerModes.join(', ')}, not "${value}"`;
  throw new Refusal('usage.invalid', { detail, command: 'site-reverse' });
}

function requireBrowser(): void {
  const found = findBrowser(process.env);
  if (found.is === 'missing') throw new Refusal('browser.missing', { detail: found.detail, install: found.install });
}

function requireFree(root: string, url: string, { folder, spec, drop }: ReturnType<typeof sitePaths>): void {
  const taken = [folder, spec, drop].filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw refusalOf(siteCodes, 'site.exists', { paths: taken.join(', '), url: shellQuote(url) });
}
