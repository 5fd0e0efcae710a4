/** `harness site-reverse <url>`: a web site becomes a product spec, with its pages and pictures beside it (DO-22). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { parseSiteAddress, type SiteAddress, sitePlaces } from '@harness/core/site/address';
import { type PlannerMode, plannerModes, type SiteJob } from '@harness/core/workflows/site-reverse/machine';
import { findBrowser, installBrowser } from '@harness/effects/browser/find';
import { readPlans } from '@harness/effects/plans/read';
import { beginRun } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { shellQuote } from '../../render/shell-quote.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { conclude } from '../../run/conclude.ts';
import { runInForeground } from '../../run/foreground.ts';
import { newRunId } from '../../run/run-id.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { settingsOfJournal, settingsToParams } from '../../settings/settings.ts';

export async function run({ args: [given = ''], options, output: asked }: Invocation): Promise<number> {
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The address', command: 'site-reverse' });
  const { url, slug } = addressOf(given);
  const planner = plannerIn((options['planner'] as string | undefined) ?? 'skip');
  const force = options['force'] === true;
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const settings = settingsOfJournal({ config, flags, root, workflow: 'site-reverse', task: '' });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireBrowser();
  if (!force) requireFree(root, url, sitePlaces(slug, contextDir));
  if (planner !== 'skip') requireValidPlans(readPlans(root, config), output.language);
  const input: SiteJob = { url, slug, force, planner, planDir, completedDir, contextDir };
  const name = newRunId(`site-${slug}`);
  const beginning = { run: name, machine: 'site-reverse', title: url, settings: settingsToParams(settings), input };
  const go = (world: World, signal: AbortSignal) => beginRun(world, beginning, signal);
  await archiveOldRuns(root, config.store);
  const front = { root, run: name, workflow: 'site-reverse', settings, takeOver: false, output, go };
  return conclude(root, name, await runInForeground(front), output);
}

const wrong: Readonly<Record<Extract<SiteAddress, { ok: false }>['why'], (given: string) => string>> = {
  'not-an-address': (given) => `"${given}" is not an address such as https://shop.example`,
  scheme: (given) => `"${given}" is not an address that begins with http:// or https://`,
  password: () => 'An address with a name or a password in it is not taken: it would stand in every file',
};

function addressOf(given: string): Extract<SiteAddress, { ok: true }> {
  const address = parseSiteAddress(given);
  if (address.ok) return address;
  throw new Refusal('usage.invalid', { detail: wrong[address.why](given), command: 'site-reverse' });
}

function plannerIn(said: string): PlannerMode {
  const mode = plannerModes.find((one) => one === said);
  if (mode !== undefined) return mode;
  const detail = `--planner takes one of ${plannerModes.join(', ')}, not "${said}"`;
  throw new Refusal('usage.invalid', { detail, command: 'site-reverse' });
}

function requireBrowser(): void {
  const found = findBrowser(process.env);
  if (found.is === 'missing') throw new Refusal('browser.missing', { detail: found.detail, install: installBrowser });
}

function requireFree(root: string, url: string, { folder, spec, drop }: ReturnType<typeof sitePlaces>): void {
  const taken = [folder, spec, drop].filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Refusal('site.exists', { paths: taken.join(', '), url: shellQuote(url) });
}
