/** Estimates tokens as a quarter of the bytes, not of the letters: a Korean syllable is nearly one token. */
export const estimatedTokens = (text: string): number => Math.ceil(bytesIn(text) / 4);

function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
