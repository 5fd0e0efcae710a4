/** Finds the sections of an issue template, and the entries of a section. */
import { boundedLine } from '../text/bounded-text.ts';
import { type MarkdownLine, markdownLines } from '../text/markdown-lines.ts';

const sectionNames = ['goal', 'subsystems', 'criteria', 'constraints', 'doneWhen'] as const;
type SectionName = (typeof sectionNames)[number];

interface Sections {
  /** Text before the first heading. */
  readonly intro: string;
  /** The first one of each name. */
  readonly sections: ReadonlyMap<SectionName, string>;
}

const headings: Readonly<Record<SectionName, RegExp>> = {
  goal: /^(?:goals?|objective|목표|목적)$/,
  subsystems: /^(?:(?:affected )?subsystems?|서브 ?시스템|하위 ?시스템|관련 ?서브 ?시스템)$/,
  criteria: /^(?:acceptance criteri(?:a|on)|(?:인수|수용|승인|수락|허용) ?(?:조건|기준))$/,
  constraints: /^(?:constraints?|제약|제약 ?(?:사항|조건))$/,
  doneWhen: /^(?:done when|definition of done|(?:완료|종료) ?(?:조건|기준|정의))$/,
};

export function splitSections(body: string): Sections {
  const sections = new Map<SectionName, string[]>();
  const intro: string[] = [];
  let into: string[] = intro;
  for (const line of markdownLines(body)) {
    const found = line.is === 'prose' ? headingIn(line) : null;
    if (found === null) {
      into.push(line.text);
      continue;
    }
    const lines: string[] = found.rest === '' ? [] : [found.rest];
    if (found.name !== null && !sections.has(found.name)) sections.set(found.name, lines);
    into = lines;
  }
  return {
    intro: intro.join('\n').trim(),
    sections: new Map([...sections].map(([name, lines]) => [name, lines.join('\n').trim()])),
  };
}

interface Heading {
  /** `null` for a heading of another section, which ends the one before it. */
  readonly name: SectionName | null;
  /** The text behind a label. */
  readonly rest: string;
}

/** `## Goal`, `**Goal**`, `**Goal:** text` or `Goal: text`. Only a heading may have an unknown name. */
function headingIn({ text }: MarkdownLine): Heading | null {
  const line = text.slice(0, maxHeading);
  const [, title] = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$/.exec(line) ?? [];
  if (title !== undefined) return { name: sectionOf(title), rest: '' };
  const [, bold, boldRest = ''] = /^ {0,3}(?:\*\*|__)([^*_]{2,40})(?:\*\*|__)[ \t]*:?(.*)$/.exec(line) ?? [];
  const [, label, labelRest = ''] = /^ {0,3}([\p{L} ]{2,40})[:：](.*)$/u.exec(line) ?? [];
  const name = sectionOf(bold ?? label ?? '');
  const rest = bold === undefined ? labelRest : boldRest;
  return name === null ? null : { name, rest: `${rest}${text.slice(maxHeading)}`.trim() };
}

const maxHeading = 2_000;

function sectionOf(title: string): SectionName | null {
  const plain = title
    .replaceAll(/[*_`]/g, '')
    .replace(/[:：\s]+$/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
  return sectionNames.find((name) => headings[name].test(plain)) ?? null;
}

const maxItems = 50;
const maxItem = 500;
const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s*)?(.*)$/;

/** Bullets, numbers and checkboxes with the lines that continue them; else each line. Lines of code are entries too. */
export function itemsOf(section: string): readonly string[] {
  const items: string[] = [];
  let isList = false;
  for (const line of markdownLines(section)) {
    const [, start] = line.is === 'prose' ? (bullet.exec(line.text) ?? []) : [];
    if (line.is === 'comment' || line.text.trim() === '' || /^[ \t]*(?:```|~~~)/.test(line.text)) continue;
    if (start !== undefined) items.push(start);
    else if (isList && line.is === 'prose' && /^\s/.test(line.text)) items.push(`${items.pop() ?? ''} ${line.text}`);
    else items.push(line.text);
    isList = start !== undefined || (isList && /^\s/.test(line.text));
    if (items.length > maxItems) break;
  }
  return items
    .map((item) => boundedLine(item, maxItem))
    .filter((item) => item !== '')
    .slice(0, maxItems);
}

/** The bullets of a text, without its other lines. */
export function bulletsOf(text: string): readonly string[] {
  const lines = [...markdownLines(text)].flatMap((line) =>
    line.is === 'prose' ? [bullet.exec(line.text)?.[1] ?? ''] : [],
  );
  return lines
    .map((item) => boundedLine(item, maxItem))
    .filter((item) => item !== '')
    .slice(0, maxItems);
}
