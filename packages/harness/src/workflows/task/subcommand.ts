/** Parses the words of `harness task …` (W-32, W-33). */
import { Refusal } from '@harness/core/failure/refusal';
import type { StepName } from '@harness/core/workflows/task/session';

export type TaskSubcommand =
  | { readonly is: 'where' }
  | { readonly is: 'new'; readonly text: string; readonly style: 'auto' | 'phase' }
  | { readonly is: 'step'; readonly step: Exclude<StepName, 'plan'> };

export function parseSubcommand([first, second, ...more]: readonly string[]): TaskSubcommand {
  if (first === undefined) return { is: 'where' };
  if (first === 'plan') return asText(second, more, 'phase');
  if (first === 'generate' || first === 'verify' || first === 'evaluate') {
    if (second === undefined) return { is: 'step', step: first };
    throw new Refusal('usage.invalid', {
      detail: `"task ${first}" takes no text: it continues the session in this folder`,
      command: 'task',
    });
  }
  return asText(first, second === undefined ? [] : [second, ...more], 'auto');
}

function asText(text: string | undefined, more: readonly string[], style: 'auto' | 'phase'): TaskSubcommand {
  if (text === undefined || text.trim() === '')
    throw new Refusal('usage.missing-input', { what: 'The task', command: 'task' });
  if (more.length > 0)
    throw new Refusal('usage.invalid', {
      detail: `A task is one text: put it in quotes ("${text} ${more.join(' ')}")`,
      command: 'task',
    });
  return { is: 'new', text, style };
}
