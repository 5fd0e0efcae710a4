/** Returns the part of a job log that explains why it is red: up to the last error, because cleanup follows it. */

/** Every line starts with its time. */
const time = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;
const error = /^##\[error\]/;

export function logExcerpt(log: string, maxLength: number): string {
  const lines = log.split(/\r?\n/).map((line) => line.replace(time, ''));
  const last = lines.findLastIndex((line) => error.test(line));
  const text = lines
    .slice(0, last === -1 ? undefined : last + 1)
    .join('\n')
    .trimEnd();
  return text.length <= maxLength ? text : `…${text.slice(text.length - maxLength)}`;
}
