/** Builds the request of a call: the stable part of its role first, the details of this call last. */

import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Failure } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { languageName } from '@harness/core/messages/language-name';
import { fenceText, type Role, stablePart } from '@harness/core/role/role';
import { isText, type ReadText } from '@harness/core/text/text';
import { type AnswerNote, notesForCall } from '@harness/core/views/answer-notes';
import { attemptOf } from '@harness/core/views/calls';
import { savedDiff } from '@harness/core/views/resumable-session';
import { effectMark } from '../process/orphans.ts';
import type { AgentRequest } from './provider.ts';
import { emptyRoleMemory, type RoleMemory } from './role-memory.ts';

export interface RequestInput {
  readonly run: string;
  readonly key: string;
  readonly call: AgentInput;
  readonly role: Role<never, unknown>;
  readonly earlier: Failure | undefined;
  readonly family: readonly RunJournal[];
  /** Absolute root of the repository. */
  readonly repo: string;
  /** Absolute folder of the run. */
  readonly runFolder: string;
  readonly model: string | undefined;
  /** The repository's instructions for agents; empty if there are none. */
  readonly words: string;
  /** Memory of the role; `undefined` outside of missions. */
  readonly remembered?: RoleMemory;
  /** Context files for this call, already fenced. */
  readonly heard: string;
  /** Language of the person; empty or absent if it is unknown. */
  readonly language?: string;
  /** Session to resume; `null` starts a new one. */
  readonly session: string | null;
  /** The paths that the role may write in every mode; `undefined` if it names none. */
  readonly writes: readonly string[] | undefined;
}

export function createRequest(asked: RequestInput, read: ReadText): AgentRequest {
  const { run, key, call, role, earlier, family, repo, runFolder, model, words, heard, session, writes } = asked;
  const { identity, added, summary } = asked.remembered ?? emptyRoleMemory;
  const attempt = attemptOf(family, run, key);
  const cwd = join(repo, call.workplace.cwd);
  const parts = [
    summary,
    words,
    role.prompt(call.input as never, read),
    heard, // after the shared parts: a new context file must not invalidate the cached prefix
    notesText(notesForCall(family, run, key)),
    languageText(call, asked.language ?? ''),
    earlier?.code === 'agent.schema' ? repairText(earlier) : '',
  ];
  const opening = openingOf([summary, words], role.opening?.(call.input as never, read) ?? []);
  return {
    role: role.id,
    item: call.item,
    attempt,
    mode: role.mode,
    stable: stablePart(role, { identity, added }),
    prompt: joinParts(parts),
    ...(opening.length === 0 ? {} : { opening }),
    ...(words === '' ? {} : { words }),
    cwd,
    runFolder,
    ...(session === null ? {} : { session, ...recapOf(family, run, read) }),
    ...(role.schema === undefined ? {} : { schema: role.schema }),
    ...(model === undefined ? {} : { model }),
    ...(writes === undefined ? {} : { writes }),
    variables: variablesOf(call, attempt, cwd, read),
    mark: effectMark(repo, `${run}/${key}`),
    family,
  };
}

/** The instructions of the repository and the first part of the role never change, so they are one part. */
function openingOf(before: readonly string[], [first = '', ...later]: readonly string[]): readonly string[] {
  return [joinParts([...before, first]), ...later].filter((part) => part !== '');
}

const joinParts = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

/** Notes that people gave with their answers, and checks that must be fixed too, as data. */
const notesText = (notes: readonly AnswerNote[]): string =>
  notes
    .flatMap(({ header, choice, text, red }) => [
      ...(red === undefined
        ? []
        : ['These checks fail before any work. To fix them is part of the work:', fenceText('red checks', red)]),
      ...(text === ''
        ? []
        : ['A person added a note to an answer about this work:', fenceText(`note with ${header}: ${choice}`, text)]),
    ])
    .join('\n');

function recapOf(family: readonly RunJournal[], run: string, read: ReadText): { readonly recap?: string } {
  const diff = savedDiff(family.find((journal) => journal.run === run)?.entries ?? []);
  return diff === null ? {} : { recap: fenceText('diff', read(diff)) };
}

/** Asks for texts in the language of the person. The roles of a task get it as `user_lang`. */
function languageText({ input }: AgentInput, language: string): string {
  if (language === '' || /^en(?![a-z])/i.test(language) || 'user_lang' in Object(input)) return '';
  return `Write everything that people read in ${languageName(language, 'en')}. Code, names, labels and the required form of your answer stay in English.`;
}

/** Reasons that journals hold as codes, in words for the agent. */
const reasonTexts: Readonly<Record<string, string>> = {
  empty: 'it is empty',
  contradiction: 'it contradicts itself',
  'malformed-finding': 'a finding does not have the required form',
  'no-json': 'it contains no complete JSON document',
  'no-verb': 'it contains no decision',
  'no-verdict': 'it contains no verdict',
  quoted: 'its last line is in a code block, a quotation or a comment',
  'too-long': 'it is too long',
  'words-after': 'text follows the verdict',
  'words-around': 'text surrounds the JSON document',
  'wrong-json': 'its JSON document does not have the required form',
};

function repairText({ params }: Failure): string {
  const reason = String(params['reason'] ?? params['detail'] ?? 'it does not have the required form');
  return [
    `Your last answer could not be read: ${reasonTexts[reason] ?? reason}.`,
    'Follow the instructions above, and answer again in exactly the required form.',
  ].join('\n');
}

/** Plain fields of the role's input by name, with the content of texts. Without an item `{item}` is not replaced. */
function variablesOf({ input, item }: AgentInput, attempt: number, cwd: string, read: ReadText) {
  const fields = Object.entries((input ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    if (['string', 'number', 'boolean'].includes(typeof value)) return [[name, String(value)] as const];
    return isText(value) ? [[name, read(value)] as const] : [];
  });
  return { ...Object.fromEntries(fields), ...(item === null ? {} : { item }), attempt: String(attempt), cwd };
}
