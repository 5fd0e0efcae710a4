/**
 * Writes what the planner of an issue reads before any source: the parts of the issue, all subsystems in a line each, and the
 * full specs of those that the issue means, with their consumers and providers (I-24, I-25).
 *
 *   PI1. Meant are subsystems that the issue names, then the owners of files that it names. Only if there is neither, those
 *        whose name is a word of the issue.
 *   PI2. The text is bounded. A spec that is left out is named, so that the planner can read it.
 */
import { type IssueParts, readIssueParts } from '../issue-text/issue-text.ts';
import { findNamedPaths } from '../signals/seeds.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { mapOwnership, nameSome } from './ownership.ts';
import { findSubsystem, type SpecsOfCommit } from './resolve-plan.ts';
import type { Subsystem } from './subsystem.ts';

const maxSpecs = 100_000;
const maxLines = 60_000;
const maxDescription = 200;
const maxFiles = 50;

/** `document` is the issue, as the trackers write it. */
export function planningIndex(document: string, specs: SpecsOfCommit): string {
  const issue = readIssueParts(document);
  const files = findNamedPaths(specs.files, issue.text);
  const meant = findMeant(issue, files, specs.subsystems);
  return `${[digestOf(issue, files, meant), listOf(specs.subsystems), specsOf(meant, specs.subsystems)]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function findMeant(
  { subsystems: named, title, text }: IssueParts,
  files: readonly string[],
  all: readonly Subsystem[],
): readonly Subsystem[] {
  const words = new Set(
    text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}._-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}._-]*)?/gu) ?? [],
  );
  const byName = [
    ...named.flatMap((one) => findSubsystem(one.replaceAll('`', ''), all) ?? []),
    ...all.filter(({ id }) => words.has(id.toLowerCase())),
  ];
  const { filesOf } = mapOwnership(files, all);
  const byFile = all.filter(({ id }) => (filesOf.get(id)?.length ?? 0) > 0);
  const found = [...new Set([...byName, ...byFile])];
  if (found.length > 0) return found;
  const inTitle = title.toLowerCase();
  return all
    .filter(({ id }) => words.has(nameOf(id)))
    .sort((a, b) => Number(inTitle.includes(nameOf(b.id))) - Number(inTitle.includes(nameOf(a.id))));
}

const nameOf = (id: string) => id.slice(id.indexOf('/') + 1).toLowerCase();

function digestOf(issue: IssueParts, files: readonly string[], meant: readonly Subsystem[]): string {
  const list = (heading: string, items: readonly string[], none: string) =>
    items.length === 0 ? `${heading}: ${none}` : `${heading}:\n${items.map((item) => `- ${item}`).join('\n')}`;
  return [
    `## The issue, by its ${issue.isTemplate ? 'headings' : 'words'}`,
    `Goal: ${issue.goal || 'none found'}`,
    list(
      'Subsystems',
      meant.map(({ id }) => id),
      'none found',
    ),
    list('Files', files.slice(0, maxFiles), 'none found'),
    list('Acceptance criteria', issue.criteria, 'none found'),
    list('Constraints', issue.constraints, 'none found; the invariants of the subsystems count'),
    list('Done when', issue.doneWhen, 'none found; the first test tier of the subsystems counts'),
  ].join('\n');
}

function listOf(all: readonly Subsystem[]): string {
  if (all.length === 0) return '## Subsystems\nThis repository has no subsystem specs.';
  let left = maxLines;
  const lines = all.map((one) => {
    const line = lineOf(one);
    left -= line.length;
    return left > 0 ? line : `- ${one.id}`;
  });
  return [`## Subsystems (${all.length})`, ...lines].join('\n');
}

function lineOf({ id, description, owned, providers, consumers, invariants }: Subsystem): string {
  const ids = invariants.map((one) => one.id.slice(one.id.indexOf('#') + 1));
  const facts = [
    ['files', owned],
    ['depends on', providers],
    ['used by', consumers],
    ['invariants', ids],
  ] as const;
  const said = facts.flatMap(([what, values]) => (values.length === 0 ? [] : [`${what}: ${nameSome(values, 10)}`]));
  return `- ${[`${id}: ${boundedLine(description, maxDescription)}`, ...said].join(' | ')}`;
}

/** Meant ones first, then their direct neighbours. */
function specsOf(meant: readonly Subsystem[], all: readonly Subsystem[]): string {
  if (meant.length === 0) return '';
  const near = new Set(meant.flatMap(({ providers, consumers }) => [...providers, ...consumers]));
  const wanted = [...meant, ...all.filter((one) => near.has(one.id) && !meant.includes(one))];
  let left = maxSpecs;
  const omitted: string[] = [];
  const parts = wanted.flatMap(({ file, text }) => {
    if (text.length > left) {
      omitted.push(file);
      return [];
    }
    left -= text.length;
    return [codeBlock(file, text)];
  });
  const rest =
    omitted.length === 0 ? [] : [`Left out for their length, read them yourself: ${nameSome(omitted, maxFiles)}`];
  return ['## Specs', ...parts, ...rest].join('\n\n');
}

function codeBlock(file: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${file}\n${fence}yaml\n${text.trim()}\n${fence}`;
}
