/** `--dry-run`: prints the calls, checks and estimated cost of a run. Read-only: starts no process and calls no agent. */
import type { Config } from '@harness/core/config/schema';
import { assumeAnswers, assumedChoice, type RepositoryFacts } from '@harness/core/dry-run/assumed-answers';
import {
  type AssumedAnswer,
  buildDryRun,
  type DryRun,
  type DryRunNotice,
  type SimulatedCheck,
} from '@harness/core/dry-run/document';
import { type SimulatedPath, simulate } from '@harness/core/dry-run/simulate';
import type { CheckInput } from '@harness/core/effects/check';
import { headerOf, type QuestionInput } from '@harness/core/effects/question';
import type { Machine } from '@harness/core/machine/machine';
import { messagesFor } from '@harness/core/messages/index';
import { machines as workflows } from '@harness/core/workflows/machines';
import { dryRunText } from '../render/outlook.ts';
import { type Output, printResult } from '../render/screen.ts';
import type { Settings } from '../settings/settings.ts';
import { simulatedCalls } from './calls.ts';

export interface DryRunInput {
  readonly root: string;
  readonly workflow: string;
  readonly title: string;
  readonly input: unknown;
  readonly settings: Settings;
  readonly facts: RepositoryFacts;
  /** Branch of the work; `null` without git. */
  readonly branch: string | null;
  /** Check commands from the configuration, and those typed as flags. */
  readonly configured: readonly string[];
  readonly typed: readonly string[];
  readonly obstacles: readonly DryRunNotice[];
  readonly notes: readonly string[];
}

export async function printDryRun(asked: DryRunInput, output: Output): Promise<number> {
  const dryRun = await foreseeRun(asked, output);
  return printResult(output, { dryRun }, () => dryRunText(dryRun, messagesFor(output.language), output.colour));
}

export async function foreseeRun(asked: DryRunInput, output: Pick<Output, 'language'>): Promise<DryRun> {
  const { root, workflow, title, input, settings, facts, branch, obstacles, notes } = asked;
  const messages = messagesFor(output.language);
  const mark = (until: string) => messages.outlook.unknown({ until });
  const machine = workflows.get(workflow) as Machine;
  const simulatePath = (luck: 'good' | 'bad') => simulate(machine, input, assumeAnswers(luck, facts, mark));
  const [good, bad] = [simulatePath('good'), simulatePath('bad')];
  const context = { root, title, settings, mark };
  const { capUsd = null, capTokens = null, ceilingTokens = null } = settings;
  const about = {
    workflow,
    title,
    repository: root,
    branch,
    base: facts.base,
    obstacles,
    notes,
    assumed: assumedOn(good),
    checks: checksOn(good, asked),
    limits: { capUsd, capTokens, ceilingTokens },
  };
  return buildDryRun(about, await simulatedCalls(good, context), await simulatedCalls(bad, context));
}

function assumedOn({ effects }: SimulatedPath): readonly AssumedAnswer[] {
  const asked = effects.flatMap(({ effect }) => (effect.kind === 'question' ? [effect.input as QuestionInput] : []));
  return asked.map((input) => ({ header: headerOf(input), choice: assumedChoice(input) }));
}

/** In the order of their first run, each once. */
function checksOn({ effects }: SimulatedPath, { typed, configured }: DryRunInput): readonly SimulatedCheck[] {
  const inputs = effects.flatMap(({ effect }) => (effect.kind === 'check' ? [effect.input as CheckInput] : []));
  const first = inputs.filter(({ command }, at) => inputs.findIndex((other) => other.command === command) === at);
  return first.map(({ command, timeoutMs }) => ({
    command,
    from: typed.includes(command) ? 'flag' : configured.includes(command) ? 'config' : 'detected',
    timeoutMs,
  }));
}

export const checkCommands = ({
  checks: { build, test, lint, typecheck },
}: Pick<Config, 'checks'>): readonly string[] =>
  [build, test, lint, typecheck].filter((command) => typeof command === 'string');
