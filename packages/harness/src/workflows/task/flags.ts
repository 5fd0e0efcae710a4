/** Parses the flags of a task, and refuses invalid ones before anything is written (W-44 to W-52, W-63, W-157). */

import { Refusal } from '@harness/core/failure/refusal';
import { validatePath } from '@harness/core/text/paths';
import {
  configOf,
  isModel,
  type Model,
  type ModelConfig,
  presetNames,
  readModelText,
} from '@harness/core/workflows/task/models';
import { type TaskMode, taskModes } from '@harness/core/workflows/task/session';

export interface TaskFlags {
  readonly mode: TaskMode | null;
  readonly model: ModelConfig | null;
  readonly verifierModel: Model | null;
  readonly outputDir: string | null;
  readonly lint: string | undefined;
  readonly typeCheck: string | undefined;
  readonly scope: readonly string[];
  readonly maxFiles: number | undefined;
  readonly allowDirty: boolean;
}

export function parseTaskFlags(options: Readonly<Record<string, unknown>>): TaskFlags {
  const verifierModel = verifierIn(options['verifierModel'] as string | undefined);
  return {
    mode: modeIn(options['mode'] as string | undefined),
    model: modelIn(options['modelConfig'] as string | undefined, verifierModel ?? 'haiku'),
    verifierModel,
    outputDir: outputDirIn(options['outputDir'] as string | undefined),
    lint: options['lintCmd'] as string | undefined,
    typeCheck: options['typeCheckCmd'] as string | undefined,
    scope: scopeIn((options['scope'] as readonly string[] | undefined) ?? []),
    maxFiles: options['maxFiles'] as number | undefined,
    allowDirty: options['allowDirty'] === true,
  };
}

const refuse = (detail: string): never => {
  throw new Refusal('usage.exact', { detail, command: 'task' });
};

function modeIn(text: string | undefined): TaskMode | null {
  if (text === undefined) return null;
  return taskModes.find((mode) => mode === text) ?? refuse(`Invalid --mode value. Allowed: ${taskModes.join(', ')}.`);
}

function verifierIn(text: string | undefined): Model | null {
  if (text === undefined) return null;
  return isModel(text) ? text : refuse('Invalid --verifier-model value. Allowed: haiku, sonnet, opus.');
}

function modelIn(text: string | undefined, verifier: Model): ModelConfig | null {
  if (text === undefined) return null;
  const preset = presetNames.find((name) => name === text);
  const model = preset ? configOf(preset, verifier) : readModelText(text, verifier);
  const form = 'executor:<m>,advisor:<m>,evaluator:<m>';
  return (
    model ??
    refuse(`Invalid --model-config value. Allowed: ${presetNames.join(', ')}, or ${form} with opus, sonnet or haiku.`)
  );
}

function outputDirIn(text: string | undefined): string | null {
  if (text === undefined) return null;
  const judged = validatePath(text, 'output_dir');
  return judged.ok ? judged.path : refuse(judged.message);
}

function scopeIn(entries: readonly string[]): readonly string[] {
  return entries.map((entry) => {
    const judged = validatePath(entry, 'file_reference');
    return judged.ok ? judged.path : refuse(`--scope "${entry}": ${judged.message}`);
  });
}
