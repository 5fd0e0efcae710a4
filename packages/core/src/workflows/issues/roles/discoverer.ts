/** Looks for patterns in the friction of several issues (I-57, I-73, IO-07). It has no tools. */
import * as z from 'zod';
import type { DiscoveredPattern } from '../../../effects/issues.ts';
import { answerList, jsonReader, lineOf, paragraphOf, readable } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, numberedList, roleSection } from '../../../role/prompt-text.ts';
import type { Role } from '../../../role/role.ts';
import { inputRules } from './prompt-text.ts';
import type { IssueDiscovererInput } from './role-input.ts';

export interface IssueDiscovererAnswer {
  readonly patterns: readonly DiscoveredPattern[];
}

const proposals = ['skill', 'command', 'hook'] as const;

const instructions = joinSections(
  'Find patterns in the friction that agents met while they worked on issues of a repository.',
  inputRules,
  roleSection(
    'How to look',
    '- A pattern is the same cause in three or more entries. Two entries with different words may have the same cause.',
    '- For each pattern, propose one component that removes the cause: a `skill` (knowledge for agents), a `command` (steps that repeat), or a `hook` (a check that runs by itself).',
    '- `seen` is the number of entries with this cause. Leave out what was seen less than three times.',
  ),
  jsonAnswer(
    '{ "patterns": [{ "name": "slow-tests", "seen": 3, "proposal": "command", "text": "…" }] }',
    '`text` says what the component would do, in a few sentences. An empty list means that you found no pattern.',
  ),
);

const answerType = z.object({
  patterns: answerList(
    z.object({ name: z.string(), seen: z.int().min(1), proposal: z.enum(proposals), text: z.string() }),
  ),
});

const maxPatterns = 20;

const { schema, read } = jsonReader<z.infer<typeof answerType>, IssueDiscovererAnswer>(answerType, ({ patterns }) =>
  readable({
    patterns: patterns
      .map(({ name, seen, proposal, text }) => ({ name: lineOf(name), seen, proposal, text: paragraphOf(text) }))
      .filter(({ name }) => name !== '')
      .slice(0, maxPatterns),
  }),
);

export const issueDiscoverer: Role<IssueDiscovererInput, IssueDiscovererAnswer> = {
  id: 'issues.discoverer',
  mode: 'complete',
  instructions,
  prompt: ({ completed, friction }) =>
    joinSections(numberedList('completed issues', completed), numberedList('friction', friction)),
  schema,
  read,
  // A discovery pass only proposes: a failed one does not stop the loop.
  isAside: true,
  samples: [
    { patterns: [] },
    { patterns: [{ name: 'slow-tests', seen: 3, proposal: 'command', text: 'runs one test' }] },
  ],
};
