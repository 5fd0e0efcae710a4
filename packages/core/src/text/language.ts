/**
 * Detects the language of a text, so that the answer can use it.
 *
 * A writing system decides, however short the text; then common words that only one language has. Otherwise statistics
 * decide, over enough words that are not code, and only if the result is clear. An unclear result is `undefined`.
 */
import { detectAll } from 'tinyld/light';

/** Below this number of letters, statistics are unreliable. */
const minLetters = 15;
/** Minimum accuracy of the best guess, and minimum ratio to the second. Names of classes and tools look Italian. */
const minAccuracy = 0.08;
const minLead = 1.4;
/** Minimum share of letters for a script to be the language of the text rather than a quotation. */
const minShare = 0.25;

/** One common word may be a name or a quotation. */
const minCommonWords = 2;

/** Later characters are ignored. */
const maxCharacters = 4_000;

/** A BCP 47 tag such as `ko`; `undefined` if the language is unclear. */
export function detectLanguage(text: string): string | undefined {
  const words = prose(text.slice(0, maxCharacters));
  const western = words.filter((word) => !eastern.test(word)).join(' ');
  return byScript(words.join(' ')) ?? byCommonWords(western) ?? byStatistics(western);
}

function byScript(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  if (hangul > 0 && hangul >= letters * minShare) return 'ko';
  if (kana + han > 0 && kana + han >= letters * minShare) return kana / (kana + han) >= 0.05 ? 'ja' : 'zh';
  const cyrillic = count(text, /\p{Script=Cyrillic}/gu);
  if (cyrillic === 0 || cyrillic < letters * minShare) return undefined;
  return cyrillicLetters.find(([letter]) => letter.test(text))?.[1] ?? 'ru';
}

/** Letters that Russian does not have. */
const cyrillicLetters: readonly (readonly [RegExp, string])[] = [
  [/ў/iu, 'be'],
  [/[ґєії]/iu, 'uk'],
  [/[ђјљњћџ]/iu, 'sr'],
];

/** Words of short messages; no word is in both lists. */
const commonWords: readonly (readonly [string, RegExp])[] = [
  ['en', /(?<!\p{L})(?:the|please|and|should|with|are|this|that|when|must|only|but|without)(?!\p{L})/giu],
  [
    'de',
    /(?<!\p{L})(?:bitte|und|nicht|für|mit|auch|nur|eine|einen|ein|das|ist|sind|soll|sollen|ohne|wenn|aber|oder|keine|zum|zur|füge|ändern)(?!\p{L})/giu,
  ],
];

function byCommonWords(text: string): string | undefined {
  const [best, second] = commonWords
    .map(([tag, words]) => ({ tag, found: count(text, words) }))
    .sort((a, b) => b.found - a.found);
  return best && best.found >= minCommonWords && best.found > (second?.found ?? 0) ? best.tag : undefined;
}

function byStatistics(text: string): string | undefined {
  if (count(text, /\p{L}/gu) < minLetters) return undefined;
  const [best, second] = detectAll(text);
  if (!best || best.accuracy < minAccuracy) return undefined;
  return best.accuracy >= minLead * (second?.accuracy ?? 0) ? best.lang : undefined;
}

/** The words without code, paths, addresses and identifiers; `API의` counts as Korean. */
const prose = (text: string): readonly string[] =>
  text
    .replace(/```[\s\S]*?```|`[^`\n]*`/g, ' ')
    .split(/\s+/)
    .filter((word) => eastern.test(word) || !identifier.test(word));

const eastern = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const identifier = /[/\\_=<>{}()[\]@#$]|\w[.:]\w|\d|\p{Ll}\p{Lu}/u;

const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0;
