/** `harness site-reverse <url>`: a web site becomes a product spec, with its pages and pictures beside it (DO-22). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/refusal';
import { type Address, addressIn, sitePlaces } from '@harness/core/site/address';
import { defaultContextDir } from '@harness/core/sources/context-drop';
import { type PlannerMode, plannerModes, type SiteJob } from '@harness/core/workflows/site-reverse/machine';
import { findBrowser, installBrowser } from '@harness/effects/browser/find';
import { readPlans } from '@harness/effects/plans/read';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { inFront } from '../front.ts';
import { requireOrder } from '../plans/order.ts';
import { quoted } from '../quoted.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [given = ''], options, output: asked }: Invocation): Promise<number> {
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The address', command: 'site-reverse' });
  const { url, slug } = addressOf(given);
  const planner = plannerIn((options['planner'] as string | undefined) ?? 'skip');
  const force = options['force'] === true;
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const settings = settingsIn({ config, flags, root, workflow: 'site-reverse', task: '' });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireBrowser();
  if (!force) requireFree(root, url, sitePlaces(slug, contextDir));
  if (planner !== 'skip') requireOrder(readPlans(root, config), output.language);
  const input: SiteJob = { url, slug, force, planner, planDir, completedDir, contextDir };
  const name = newRun(`site-${slug}`);
  const beginning = { run: name, machine: 'site-reverse', title: url, settings: toParams(settings), input };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  await putAway(root, config.store);
  const front = { root, run: name, workflow: 'site-reverse', settings, takeOver: false, output, go };
  return conclude(root, name, await inFront(front), output);
}

const wrong: Readonly<Record<Extract<Address, { ok: false }>['why'], (given: string) => string>> = {
  'not-an-address': (given) => `"${given}" is not an address such as https://shop.example`,
  scheme: (given) => `"${given}" is not an address that begins with http:// or https://`,
  password: () => 'An address with a name or a password in it is not taken: it would stand in every file',
};

function addressOf(given: string): Extract<Address, { ok: true }> {
  const address = addressIn(given);
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
  if (taken.length > 0) throw new Refusal('site.exists', { paths: taken.join(', '), url: quoted(url) });
}
