/** What of the log of a job tells why it is red: up to its last error, because what comes after is tidying up. */

/** Every line begins with the time at which it was written. */
const time = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;
const error = /^##\[error\]/;

export function logExcerpt(log: string, mostLetters: number): string {
  const lines = log.split(/\r?\n/).map((line) => line.replace(time, ''));
  const last = lines.findLastIndex((line) => error.test(line));
  const text = lines
    .slice(0, last === -1 ? undefined : last + 1)
    .join('\n')
    .trimEnd();
  return text.length <= mostLetters ? text : `…${text.slice(text.length - mostLetters)}`;
}
