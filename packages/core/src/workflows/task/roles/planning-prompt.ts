/** Texts of the four planning roles. The section with discovery notes is always present (W-89, W-178, WO-11). */
import type { ReadText } from '../../../text/text.ts';
import type { PlanningInput } from './inputs.ts';
import { promptSection } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';

export const discovery = promptSection(
  'Discovery context',
  'The section "Discovery Notes from Spec Phase" contains notes from before the planning:',
  '- `qa_discovery_notes`: questions about the task, with their answers.',
  '- `critic_findings`: weaknesses that a critic found in the idea.',
  'If a note settles a point, follow it. If a finding names a risk, say how you handle it or why it does not apply.',
  'If a note contradicts the task, follow the task and name the contradiction under Risks.',
  'If a block is empty, there are no notes of this kind: do not invent any.',
);

export const groundingRules = promptSection(
  'How to plan',
  '- `task_description` states the task. It may be about code, data, a document or an analysis: plan the result that it',
  '  asks for.',
  '- Read the repository at `repo_path`, written in `lang`, as far as the plan depends on it. Stay inside `scope`.',
  '- Follow `conventions` if the block is not empty. Prefer existing solutions to new ones.',
  '- Propose the smallest change that completes the whole task. Anything that the task does not ask for is out of scope.',
  '- A completion criterion is one statement that another person can answer with yes or no, by reading or running the result.',
  '- If the task leaves a point open, decide it, mark it as your decision, and give the reason.',
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
