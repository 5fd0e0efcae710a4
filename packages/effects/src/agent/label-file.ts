/** Labels a file of the repository as data for a prompt, and cuts it with a notice. */
import { headBytes, omittedNotice } from '../excerpt.ts';

export function labelFile(path: string, text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.replace(/<\/(?=\s*file)/gi, '<\\/'));
  const rest = bytes.length - maxBytes;
  const content = rest > 0 ? `${headBytes(bytes, maxBytes)}${omittedNotice(rest)}` : bytes.toString('utf8');
  return `<file path="${path}" trust="data">\n${content}\n</file>`;
}
