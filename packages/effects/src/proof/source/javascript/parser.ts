/** Parses JavaScript and TypeScript with oxc-parser or the portable parser, in its own process: oxc-parser crashes for deeply nested text. */
import type { Program } from 'oxc-parser';
import { javaScriptPackage } from '../../../parsing/javascript-packages.ts';
import {
  type ParserLimits,
  ParserStartError,
  parseFiles,
  readyLine,
  type SourceText,
} from '../../../parsing/parser-process.ts';

/** Parentheses are no nodes. CommonJS allows a `return` at the top level, and statements of sloppy mode. */
const script = `
const { parseSync } = await import(process.argv[1]);
BigInt.prototype.toJSON = function () { return null; };
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const parse = ({ path, text }, sourceType) => {
  const lang = /\\.[cm]?ts$/.test(path) ? 'ts' : path.endsWith('.tsx') ? 'tsx' : 'jsx';
  const { program, errors } = parseSync('source', text, { lang, sourceType, preserveParens: false });
  return errors.some(({ severity }) => severity === 'Error') ? null : program;
};
const line = (file) => {
  try {
    return JSON.stringify(parse(file, 'unambiguous') ?? parse(file, 'commonjs'));
  } catch (error) {
    if (error instanceof RangeError) return 'null'; // too deep or too long for JSON
    throw error;
  }
};
process.stdout.write('${readyLine}\\n');
for (const file of JSON.parse(Buffer.concat(chunks).toString())) process.stdout.write(line(file) + '\\n');
`;

export async function parseJavaScript(
  files: readonly SourceText[],
  limits: ParserLimits,
): Promise<readonly (Program | null)[]> {
  const args = ['--input-type=module', '--eval', script, '--', javaScriptPackage('oxc-parser')];
  const trees = await parseFiles({ program: process.execPath, args, env: {} }, files, limits);
  if (trees === undefined) throw new ParserStartError('oxc-parser');
  return trees as readonly (Program | null)[];
}
