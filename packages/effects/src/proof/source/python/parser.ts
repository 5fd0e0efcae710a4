/** Parses Python with the `ast` module of the user's own Python. Without `python3` the language has no support. */

import { type ParserLimits, parseFiles, readyLine, type SourceText } from '../../../parsing/parser-process.ts';
import { findProgram } from '../../../process/find.ts';
import { trustedPath } from '../../../process/trusted-path.ts';

/** A node of `ast`: its class, its place as line, column, end line and end column, and its fields. */
export interface PythonNode {
  readonly node: string;
  /** Lines from 1, columns in bytes of UTF-8. Some nodes, such as operators, have none. */
  readonly at?: readonly [number, number, number, number];
  readonly [field: string]: unknown;
}

/** A constant has the class of its value, and the value as text. For a string it only says whether there is one. */
const script = `
import ast, json, sys
sys.setrecursionlimit(3000)
def dump(value):
    if isinstance(value, ast.AST):
        found = {"node": type(value).__name__}
        if getattr(value, "end_lineno", None) is not None:
            found["at"] = [value.lineno, value.col_offset, value.end_lineno, value.end_col_offset]
        if isinstance(value, ast.Constant):
            constant = value.value
            is_text = isinstance(constant, (str, bytes))
            found["is"] = type(constant).__name__
            found["text"] = ("text" if constant else "") if is_text else repr(constant)
            return found
        for name in value._fields:
            found[name] = dump(getattr(value, name, None))
        return found
    if isinstance(value, list):
        return [dump(one) for one in value]
    return value
def line(file):
    try:
        return json.dumps(dump(ast.parse(file["text"])))
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return "null"
files = json.load(sys.stdin.buffer)
print("${readyLine}", flush=True)
for file in files:
    print(line(file), flush=True)
`;

/** Isolated: no variable, user folder, site folder or file of the repository has an effect. */
const args = ['-I', '-S', '-B', '-W', 'ignore', '-c', script];

export async function parsePython(
  files: readonly SourceText[],
  limits: ParserLimits,
  repo: string,
  { PATH, HOME = '/' }: NodeJS.ProcessEnv,
): Promise<readonly (PythonNode | null)[]> {
  if (files.length === 0) return [];
  const path = trustedPath(repo, PATH ?? '');
  const program = findProgram('python3', path);
  if (program === undefined) return files.map(() => null);
  const texts = files.map(({ path: name, text }) => ({ path: name, text: text.replace(/^\uFEFF/, '') }));
  const trees = await parseFiles({ program, args, env: { PATH: path, HOME } }, texts, limits);
  return (trees ?? files.map(() => null)) as readonly (PythonNode | null)[];
}
