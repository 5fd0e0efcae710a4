/** Reads the matches of a language's query with tree-sitter, in its own process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceLanguage, SyntaxMatch } from '@harness/core/codegraph/language';
import { addOnPackage } from '../add-ons/find.ts';
import { type ParserProgram, readyLine } from '../parsing/parser-process.ts';

/** One line of the parser per file. */
export type SyntaxMatches = readonly SyntaxMatch[];

/**
 * tree-sitter reads a file with errors too: a macro of C++ is one for it. If more than half of a text is an error, the
 * file does not parse.
 */
const script = `
const [url, grammar, source] = process.argv.slice(1);
const { Parser, Language, Query } = await import(url);
await Parser.init();
const language = await Language.load(grammar);
const parser = new Parser();
parser.setLanguage(language);
const query = new Query(language, source);
const errors = new Query(language, '(ERROR) @error');
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const capture = ({ name, node }) => [name, { name, text: node.text.slice(0, 5000), start: node.startIndex, end: node.endIndex }];
const line = ({ text }) => {
  const tree = parser.parse(text);
  try {
    const root = tree.rootNode;
    const wrong = errors.captures(root).reduce((sum, { node }) => sum + (node.parent?.isError ? 0 : node.endIndex - node.startIndex), 0);
    if (wrong * 2 > text.length) return 'null';
    return JSON.stringify(query.matches(root).slice(0, 5000).map(({ captures }) => Object.fromEntries(captures.map(capture))));
  } finally {
    tree.delete();
  }
};
process.stdout.write('${readyLine}\\n');
for (const file of JSON.parse(Buffer.concat(chunks).toString())) process.stdout.write(line(file) + '\\n');
`;

/** `undefined` if the add-on with the parsers of other languages is not installed. */
export function syntaxParser({ grammar, query }: SourceLanguage): ParserProgram | undefined {
  const parser = addOnPackage('languages', 'web-tree-sitter');
  const grammars = addOnPackage('languages', '@vscode/tree-sitter-wasm');
  if (parser === undefined || grammars === undefined) return undefined;
  const url = pathToFileURL(join(parser, 'web-tree-sitter.cjs')).href;
  const args = ['--', url, join(grammars, 'wasm', `tree-sitter-${grammar}.wasm`), query];
  return { program: process.execPath, args: ['--input-type=module', '--eval', script, ...args], env: {} };
}
