/** All notes, oldest first. */
export function parse(text) {
  return text.split('\n').filter((line) => line !== '');
}
