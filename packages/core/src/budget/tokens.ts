/**
 * About how many tokens a text is: four bytes of it are one, as everybody guesses.
 *
 * Bytes and not letters, because a Korean syllable is nearly a token by itself. It is a guess in one place, for who wants
 * to know before anything is asked; what was really used is told by the provider.
 */
export const estimatedTokens = (text: string): number => Math.ceil(bytesIn(text) / 4);

function bytesIn(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
