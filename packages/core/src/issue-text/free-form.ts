/** Finds goal, criteria, constraints and commands in an issue without a template, by its words (IO-04). */
import { bareCommand } from '../input-files/bare-command.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { markdownLines } from '../text/markdown-lines.ts';
import { bulletsOf } from './sections.ts';

export interface FreeForm {
  readonly goal: string;
  readonly criteria: readonly string[];
  readonly constraints: readonly string[];
  readonly doneWhen: readonly string[];
}

const maxSentence = 500;
const maxFound = 30;

const constraint =
  /\b(?:do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|never|without|keep|keeps|leave)\b|하지 ?(?:마|말|않)|않아야|않도록|없이|유지|금지|안 ?(?:됩|된|되)/i;
const criterion =
  /\b(?:should|must|needs? to|has to|have to)\b|(?:해야|되어야|돼야|이어야|여야|있어야) ?(?:한|합|하|됩|된)|필요/i;

export function readFreeForm(title: string, body: string): FreeForm {
  const sentences = sentencesOf(body);
  const bullets = bulletsOf(body);
  const all = [...new Set([...bullets, ...sentences])];
  const constraints = all.filter((one) => constraint.test(one));
  const criteria = all.filter((one) => !constraint.test(one) && (criterion.test(one) || bullets.includes(one)));
  const commands = commandsOf(body);
  return {
    goal: title || (sentences[0] ?? ''),
    criteria: criteria.filter((one) => !commands.includes(one.replaceAll('`', ''))).slice(0, maxFound),
    constraints: constraints.slice(0, maxFound),
    doneWhen: commands,
  };
}

/** Of prose lines that are no bullets and no headings. */
function sentencesOf(body: string): readonly string[] {
  const prose = [...markdownLines(body)]
    .filter(({ is, text }) => is === 'prose' && !/^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s)/.test(text))
    .map(({ text }) => text);
  return prose
    .join('\n')
    .split(/(?<=[.!?。])\s+|\n\s*\n/)
    .map((sentence) => boundedLine(sentence, maxSentence))
    .filter((sentence) => sentence !== '');
}

/** Commands in backticks, in blocks of code and on lines of their own. */
function commandsOf(body: string): readonly string[] {
  const found = [...markdownLines(body)].flatMap(({ is, text }) => {
    const line = text.slice(0, maxSentence);
    if (is === 'code') return [line.replace(/^\s*\$\s+/, '')];
    return is === 'prose' ? [line.replace(/^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s*)?)?/, ''), ...quotedIn(line)] : [];
  });
  const commands = found.flatMap((text) => bareCommand(boundedLine(text, maxSentence)) ?? []);
  return [...new Set(commands)].slice(0, maxFound);
}

const quotedIn = (line: string): readonly string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
