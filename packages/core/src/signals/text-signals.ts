/** Finds words of a task that show unknowns, ambiguities and risks, in English and Korean. */

/** Each place of a word counts. A question counts as an unknown, with the text before its mark. */
const words = {
  unknowns: [
    /\b(?:tbd|tbc|todo|fixme|unknown|undecided|unclear|not (?:yet )?(?:sure|known|decided)|to be (?:decided|defined|determined)|open question)\b/gi,
    /\?(?=\s|$)/g,
    /미정|불확실|알 수 없|모르겠|정해지지 않/g,
  ],
  ambiguities: [
    /\b(?:maybe|perhaps|possibly|probably|might|somehow|something like|or similar|and\/or|etc|as needed|if possible|where appropriate|appropriate(?:ly)?|some kind of|various|several|roughly|approximately)\b/gi,
    /아마|적절히|적당히|가능하면|필요하면|필요에 따라|비슷한|대략/g,
  ],
  riskSignals: [
    /\b(?:migrat\w+|breaking|rewrit\w+|security|auth(?:entication|orization)?|password|secret|credential\w*|payment\w*|billing|delet\w+|irreversibl\w+|concurren\w+|race condition|deadlock\w*|production|downtime|rollback|deprecat\w+|schema change)\b/gi,
    /마이그레이션|호환성|재작성|보안|인증|비밀번호|결제|삭제|동시성|운영 환경|롤백/g,
  ],
} as const;

export type TextSignals = Readonly<Record<keyof typeof words, readonly string[]>>;

/** The found words in the order of the text, at most 50 per list. */
export function findTextSignals(text: string): TextSignals {
  const find = (kind: keyof typeof words) =>
    words[kind]
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .sort((a, b) => a.index - b.index)
      .slice(0, 50)
      .map(({ 0: found, index }) =>
        found === '?' ? text.slice(Math.max(0, index - 60), index + 1) : found.slice(0, 60),
      );
  return { unknowns: find('unknowns'), ambiguities: find('ambiguities'), riskSignals: find('riskSignals') };
}
