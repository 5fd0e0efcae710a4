/** Defines the format of a script: answers of agents and choices of people, in YAML or JSON (see contracts §5). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import * as z from 'zod';
import { parseYaml, ScriptError } from './source.ts';
import { steps } from './step.ts';

const text = z.string();
const count = z.number().int().nonnegative();
const nth = z.number().int().positive();
/** Accepts a number as an id, because YAML and JSON read an unquoted id as a number. */
const id = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), text);

const regex = text.transform((pattern, context) => {
  try {
    return new RegExp(pattern, 'm');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const answer = z.strictObject({
  when: z
    .strictObject({
      role: text.exactOptional(),
      item: id.exactOptional(),
      attempt: nth.exactOptional(),
      prompt: regex.exactOptional(),
    })
    .prefault({}),
  times: count.exactOptional(),
  steps,
  reply: text.default(''),
  json: z.unknown().optional(),
  usage: z
    .strictObject({
      input: count.default(0),
      output: count.default(0),
      cacheRead: count.default(0),
      cacheWrite: count.default(0),
      costUsd: z.number().nonnegative().default(0),
    })
    .prefault({}),
  raw: z.boolean().default(false),
});

const person = z.strictObject({
  when: z
    .strictObject({ header: text.exactOptional(), item: id.exactOptional(), nth: nth.exactOptional() })
    .prefault({}),
  choose: text,
  note: text.default(''),
  after: count.default(0),
});

const schema = z.strictObject({
  version: z.literal(1),
  answers: z.array(answer).default([]),
  people: z.array(person).default([]),
});

export type Script = z.output<typeof schema>;
export type ScriptedAnswer = Script['answers'][number];

export async function readScript(file: string): Promise<{ script: Script; sha256: string }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ScriptError('missing', `The script ${file} does not exist.`);
    throw new ScriptError('unreadable', `The script ${file} cannot be read: ${error.message}.`);
  });
  const script = parseScript(bytes.toString('utf8'), file);
  return { script, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Reports all problems at once, each with its path. */
export function parseScript(source: string, file: string): Script {
  const result = schema.safeParse(extname(file) === '.json' ? parseJson(source, file) : parseYaml(source, file));
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(issueMessages);
  throw new ScriptError('invalid', `The script ${file} is not valid: ${problems.join('; ')}.`);
}

function parseJson(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ScriptError('invalid', `The script ${file} is not JSON: ${error.message}.`);
  }
}

function issueMessages(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathOf([...issue.path, key])} is not a known key`);
  const message = issue.message.replace(/^Invalid (input|option): /, '');
  return [`${pathOf(issue.path)}: ${message.endsWith('received undefined') ? 'is missing' : message}`];
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'the script'
    : path
        .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
        .join('');
