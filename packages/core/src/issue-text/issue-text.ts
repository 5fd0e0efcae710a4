/**
 * Reads the parts of an issue: goal, subsystems, acceptance criteria, constraints, and when it is done (I-23, IO-04).
 *
 *   IT1. A template has headings, or labels such as `**Goal:**`, in English or Korean. Any other text is free form, and its
 *        parts are found by its words.
 *   IT2. The text is data: a part quotes it, and none is followed. Every part is bounded, whatever the size of the text.
 *   IT3. Comments are no part of the issue: they may come from anyone.
 */
import { boundedLine } from '../text/bounded-text.ts';
import { readFreeForm } from './free-form.ts';
import { itemsOf, splitSections } from './sections.ts';

export interface IssueParts {
  readonly title: string;
  readonly goal: string;
  /** As written; only of a template. */
  readonly subsystems: readonly string[];
  readonly criteria: readonly string[];
  readonly constraints: readonly string[];
  readonly doneWhen: readonly string[];
  readonly isTemplate: boolean;
  /** Title and body, without comments. */
  readonly text: string;
}

const maxGoal = 1_000;
const maxText = 200_000;

/** `document` is title, body and comments, as the trackers write them. */
export function readIssueParts(document: string): IssueParts {
  const { title, body } = splitDocument(document);
  const { sections, intro } = splitSections(body);
  const isTemplate = sections.has('goal') || sections.size > 1;
  const items = (name: 'subsystems' | 'criteria' | 'constraints' | 'doneWhen') => itemsOf(sections.get(name) ?? '');
  const base = { title, isTemplate, text: `${title}\n\n${body}` };
  if (!isTemplate) return { ...base, subsystems: items('subsystems'), ...readFreeForm(title, body) };
  const goal = boundedLine(sections.get('goal') ?? '', maxGoal) || title || boundedLine(intro, maxGoal);
  return {
    ...base,
    goal,
    subsystems: items('subsystems')
      .flatMap((item) => item.split(/[,;]/))
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    criteria: items('criteria'),
    constraints: items('constraints'),
    doneWhen: items('doneWhen'),
  };
}

/** A body may have a line of its own that looks like a heading of the document: the trackers put a backslash before it. */
function splitDocument(document: string): { readonly title: string; readonly body: string } {
  const text = document
    .slice(0, maxText)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
  const [, title = '', rest = ''] = /^# (.*)\n?([\s\S]*)$/.exec(text) ?? [null, '', text];
  const end = rest.search(/^## Comments[ \t]*$/m);
  const body = (end < 0 ? rest : rest.slice(0, end)).replace(/^\\(?=#)/gm, '');
  return { title: boundedLine(title, maxGoal), body };
}
