/**
 * Detects the language of a text, so that the answer can use it.
 *
 * A writing system of one language decides, however short the text. Otherwise statistics decide, over enough words that
 * are not code, and only if the result is clear. An unclear result is `undefined`, and English is used.
 */
import { detectAll } from 'tinyld/light';

/** Below this number of letters, statistics are unreliable. */
const minLetters = 15;
/** Minimum accuracy of the best guess, and minimum ratio to the second. Names of classes and tools look Italian. */
const minAccuracy = 0.08;
const minLead = 1.4;
/** Minimum share of letters for a script to be the language of the text rather than a quotation. */
const minShare = 0.25;

/** Later characters are ignored. */
const maxCharacters = 4_000;

/** A BCP 47 tag such as `ko`; `undefined` if the language is unclear. */
export function detectLanguage(text: string): string | undefined {
  const words = prose(text.slice(0, maxCharacters));
  return byScript(words.join(' ')) ?? byStatistics(words.filter((word) => !eastern.test(word)).join(' '));
}

function byScript(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  if (hangul > 0 && hangul >= letters * minShare) return 'ko';
  if (kana + han === 0 || kana + han < letters * minShare) return undefined;
  return kana / (kana + han) >= 0.05 ? 'ja' : 'zh';
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
