/**
 * Which language a person writes in, so that they are answered in it.
 *
 * A script that one language has to itself tells it, however short the text. Otherwise statistics decide, over enough
 * words that are no code, and only when they are clear: who is not sure says nothing, and English is spoken.
 */
import { detectAll } from 'tinyld/light';

/** Below this many letters statistics are a guess. */
const fewestLetters = 15;
/** The best guess must be this good, and this much better than the second. Names of classes and tools look Italian. */
const leastAccuracy = 0.08;
const leastLead = 1.4;
/** The share of its letters from which on a script is the text's own, and no quotation. */
const ownShare = 0.25;

/** Who has not said it in so many characters will not. */
const longestText = 4_000;

/** A BCP 47 tag such as `ko`, or nothing when it cannot be told. */
export function languageOf(text: string): string | undefined {
  const words = prose(text.slice(0, longestText));
  return byScript(words.join(' ')) ?? byStatistics(words.filter((word) => !eastern.test(word)).join(' '));
}

function byScript(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  if (hangul > 0 && hangul >= letters * ownShare) return 'ko';
  if (kana + han === 0 || kana + han < letters * ownShare) return undefined;
  return kana / (kana + han) >= 0.05 ? 'ja' : 'zh';
}

function byStatistics(text: string): string | undefined {
  if (count(text, /\p{L}/gu) < fewestLetters) return undefined;
  const [best, second] = detectAll(text);
  if (!best || best.accuracy < leastAccuracy) return undefined;
  return best.accuracy >= leastLead * (second?.accuracy ?? 0) ? best.lang : undefined;
}

/** The words without code, paths, addresses and identifiers; `API의` is no identifier but Korean. */
const prose = (text: string): readonly string[] =>
  text
    .replace(/```[\s\S]*?```|`[^`\n]*`/g, ' ')
    .split(/\s+/)
    .filter((word) => eastern.test(word) || !identifier.test(word));

const eastern = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const identifier = /[/\\_=<>{}()[\]@#$]|\w[.:]\w|\d|\p{Ll}\p{Lu}/u;

const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0;
