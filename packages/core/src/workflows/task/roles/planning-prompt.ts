/** Texts of the four planning roles. The section with discovery notes is always present (W-89, W-178, WO-11). */
import type { ReadText } from '../../../text/text.ts';
import type { PlanningInput } from './inputs.ts';
import { section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

export const discovery = section(
  'Discovery context',
  'The section "Discovery Notes from Spec Phase" holds what was found out before the planning began:',
  '- `qa_discovery_notes`: questions that were asked about the task, with their answers.',
  '- `critic_findings`: weaknesses that a critic saw in the idea.',
  'Where a note settles a point, keep to it. Where a finding names a danger, say how it is met or why it does not apply.',
  'Where a note contradicts the task, follow the task and name the contradiction under Risks.',
  'When a block is empty nothing was found: do not make notes up.',
);

export const groundingRules = section(
  'How to plan',
  '- `task_description` is what somebody wants. It may be about code, data, a document or an analysis: plan what will be',
  '  delivered, whatever it is.',
  '- Look at the repository at `repo_path`, written in `lang`, as far as the plan depends on it; stay inside `scope`.',
  '- Keep to `conventions` where there are any. Prefer what is already there to something new.',
  '- Propose the smallest change that does all of the task. What nobody asked for is out of scope.',
  '- A completion criterion is one statement that somebody else can answer with yes or no, by looking or by running.',
  '- Where the task leaves something open, decide it, say that you decided it, and say why.',
);

export const planningPrompt = <Name extends string>(
  input: PlanningInput & { readonly [N in Name]: string },
  target: Name,
  read: ReadText,
): string =>
  [
    labelledInputs('task_description', 'repo_path', 'lang', 'scope', 'user_lang', 'conventions')(input, read),
    '## Discovery Notes from Spec Phase',
    labelledInputs('qa_discovery_notes', 'critic_findings')(input, read),
    '## Where to write',
    labelledInputs<Name>(target)(input, read),
  ].join('\n\n');
