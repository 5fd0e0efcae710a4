/** Tools that start, resume and stop runs. Each run is a process of its own. */

import { createHash } from 'node:crypto';
import { Refusal } from '@harness/core/failure/refusal';
import { decideStart, optionsOf, type StartRequest, type StartRule } from '@harness/core/mcp/start-policy';
import { messagesFor } from '@harness/core/messages/index';
import * as z from 'zod';
import type { Workflows } from '../cli/command.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { findRun } from '../runs/read-runs.ts';
import { askPerson } from './ask-person.ts';
import type { McpPlace } from './place.ts';
import { runSchema } from './read-tools.ts';
import { toResult } from './result.ts';
import { type CommandStart, startDetached } from './start-process.ts';
import { defineTool, type McpCall, type McpTool } from './tool.ts';

const rulesOf = (all: Workflows): ReadonlyMap<string, StartRule> =>
  new Map(Object.entries(all).flatMap(([id, { forModels }]) => (forModels ? [[id, forModels] as const] : [])));

const describeRule = ([id, rule]: readonly [string, StartRule]) => {
  const { subject, actions = [] } = rule;
  const parts = [
    ...(subject ? [`subject: ${subject.about}`] : []),
    ...(actions.length > 0 ? [`action: ${actions.join(', ')}`] : []),
    `options: ${optionsOf(rule).join(', ')}`,
  ];
  return `- ${id}: ${parts.join('; ')}`;
};

/** A longer text is a file, and an argument of a process has a limit. */
const maxSubject = 50_000;

const optionSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

function runTool(rules: ReadonlyMap<string, StartRule>): McpTool {
  return defineTool({
    name: 'run',
    about: [
      'Start a run of a workflow and return its id at once. The run is a process of its own and continues without you; follow it with wait.',
      'Options that change what is checked, spent or overwritten are confirmed by the person in a form first.',
      ...[...rules].map(describeRule),
    ].join('\n'),
    input: z.strictObject({
      workflow: z.enum([...rules.keys()] as [string, ...string[]]),
      subject: z
        .string()
        .max(maxSubject)
        .optional()
        .describe('what to work on; the description of this tool says what each takes'),
      action: z.string().optional().describe('only for task: a single step'),
      options: z
        .record(z.string(), optionSchema)
        .optional()
        .describe('options without dashes, such as {"thorough": true}; pass only what the person asked for'),
    }),
    isReading: false,
    call: (request, call) => startRun(rules.get(request.workflow) as StartRule, request, call),
  });
}

export const workTools = (workflows: Workflows): readonly McpTool[] => [
  runTool(rulesOf(workflows)),
  defineTool({
    name: 'resume',
    about: 'Resume a run that was interrupted, parked or answered, or that failed after its work was done.',
    input: z.strictObject({ run: runSchema }),
    isReading: false,
    async call({ run: name }, { place }) {
      const run = await findRun(place.store, name);
      return describeStart(await startDetached(place, ['resume', '--', run]), place);
    },
  }),
  defineTool({
    name: 'stop',
    about: 'End a run; its work is kept. With loop instead of run: let the issue loop end after its current issue.',
    input: z.strictObject({
      run: runSchema.optional(),
      loop: z.literal(true).optional().describe('stop the issue loop after its current issue'),
    }),
    isReading: false,
    async call({ run: name, loop }, { place }) {
      if ((name === undefined) === (loop === undefined))
        throw new Refusal('usage.invalid', { detail: 'stop needs a run, or loop: true' });
      const words = name === undefined ? ['issues', '--', 'stop'] : ['stop', '--', await findRun(place.store, name)];
      return describeStart(await startDetached(place, words), place);
    },
  }),
];

async function startRun(rule: StartRule, request: StartRequest, call: McpCall) {
  const { place } = call;
  const decision = decideStart(rule, request);
  if (decision.is === 'refuse') throw new Refusal('usage.invalid', { detail: decision.detail });
  if (decision.is === 'ask') {
    const refused = confirmOptions(decision, call);
    if (refused !== undefined) return refused;
  }
  return describeStart(await startDetached(place, decision.words), place);
}

/** `undefined` if the person wants the run with these options. */
function confirmOptions(
  { words, flags }: { readonly words: readonly string[]; readonly flags: readonly string[] },
  call: McpCall,
) {
  const { place } = call;
  const { asking } = messagesFor(place.language);
  const [name = '', ...others] = words;
  const command = ['harness', name, '--repo', ...[place.root, ...others].map(shellQuote)].join(' ');
  const [start, refrain] = [asking.start({}), asking.refrain({})];
  const key = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
  const reply = askPerson(call, `start-${key}`, {
    message: asking.confirm({ command, options: flags.join(' ') }),
    choice: { title: asking.yourAnswer({}), options: [refrain, start] },
  });
  if (reply.is === 'asking') return reply.request;
  if (reply.is === 'chosen' && reply.choice === start) return undefined;
  const message = asking.unstarted({ command });
  return toResult({ run: null, message, next: command }, { language: place.language });
}

/** The id of the run, or the document of a command that ended. */
function describeStart(started: CommandStart, { language, typed }: McpPlace) {
  if (started.is === 'run') {
    const { run } = started;
    return toResult({ run, next: typed(`harness watch ${run}`) }, { language });
  }
  const { document, exitCode } = started;
  const result = toResult({ exitCode, ...document }, { language });
  return 'error' in document ? { ...result, isError: true } : result;
}
