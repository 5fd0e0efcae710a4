/** Reads the imports and exports of JavaScript and TypeScript with oxc-parser, in its own process. */
import type { FileFacts } from '@harness/core/codegraph/graph';
import { javaScriptPackage } from '../parsing/javascript-packages.ts';
import type { ParserProgram } from '../parsing/parser-process.ts';
import { readyLine } from '../parsing/parser-process.ts';

/** The facts of one file as a line of the parser. */
export type JavaScriptFacts = Pick<FileFacts, 'imports' | 'exports'>;

/**
 * The list of static imports needs no syntax tree, which takes most of the time. Only `require`, `import()` in a type and
 * `exports` need it.
 */
const script = `
const { parseSync } = await import(process.argv[1]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const most = 5000;
const parse = ({ path, text }, sourceType) => {
  const lang = /\\.[cm]?ts$/.test(path) ? 'ts' : path.endsWith('.tsx') ? 'tsx' : 'jsx';
  const parsed = parseSync('source', text, { lang, sourceType });
  return parsed.errors.some(({ severity }) => severity === 'Error') ? null : parsed;
};
const literal = (text) => /^(['"\`])([^'"\`$\\\\]*)\\1$/.exec(text)?.[2];
const visit = (node, act) => {
  if (typeof node?.type === 'string') act(node);
  for (const child of Object.values(node ?? {})) if (child !== null && typeof child === 'object') visit(child, act);
};
const facts = ({ module, program }, text, path) => {
  const imports = new Map(); // one entry per specifier and kind
  const add = (specifier, kind) => imports.set(kind + specifier, { specifier, kind });
  const exports = new Set();
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType) ? 'type-only' : 'value');
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, exportName, localName, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType ? 'type-only' : 're-export');
      if (exportName.kind === 'Name') exports.add(exportName.name);
      if (exportName.kind === 'Default') exports.add(localName.name ?? 'default');
    }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = literal(text.slice(moduleRequest.start, moduleRequest.end));
    if (specifier !== undefined) add(specifier, 'dynamic');
  }
  const isCommonJs = !module.hasModuleSyntax && /\\bexports\\b/.test(text);
  const hasTypeImport = (text.match(/\\bimport\\s*\\(/g)?.length ?? 0) > module.dynamicImports.length;
  if (!isCommonJs && !hasTypeImport && !/\\brequire\\b/.test(text)) return { imports, exports };
  visit(program(), (node) => {
    const value = (one) => (typeof one?.value === 'string' ? one.value : undefined);
    const required = node.type === 'CallExpression' && node.callee.name === 'require' ? value(node.arguments[0]) : undefined;
    const assigned = node.type === 'TSExternalModuleReference' ? value(node.expression) : undefined;
    const typed = node.type === 'TSImportType' ? value(node.source ?? node.argument?.literal ?? node.argument) : undefined;
    for (const specifier of [required, assigned]) if (specifier !== undefined) add(specifier, 'value');
    if (typed !== undefined) add(typed, 'type-only');
    if (!isCommonJs || node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
    const left = text.slice(node.left.start, node.left.end);
    const name = /^(?:module\\.)?exports\\.([\\w$]+)$/.exec(left)?.[1];
    if (name && name !== '__esModule') exports.add(name);
    if (left !== 'module.exports') return;
    if (node.right.type === 'ObjectExpression')
      for (const { key } of node.right.properties) if (key?.name) exports.add(key.name);
    if (node.right.id?.name || node.right.type === 'Identifier') exports.add(node.right.id?.name ?? node.right.name);
  });
  return { imports, exports };
};
const line = (file) => {
  const parsed = parse(file, 'unambiguous') ?? parse(file, 'commonjs');
  if (!parsed) return 'null';
  try {
    const { imports, exports } = facts({ module: parsed.module, program: () => parsed.program }, file.text, file.path);
    return JSON.stringify({ imports: [...imports.values()].slice(0, most), exports: [...exports].slice(0, most) });
  } catch (error) {
    if (error instanceof RangeError) return 'null'; // nested too deeply
    throw error;
  }
};
process.stdout.write('${readyLine}\\n');
const files = JSON.parse(Buffer.concat(chunks.splice(0)).toString());
for (let at = 0; at < files.length; at++) {
  process.stdout.write(line(files[at]) + '\\n');
  files[at] = null;
  if (at % 64 !== 63) continue;
  gc(); // the memory of a parsed file is freed in the turn after a collection
  await new Promise(setImmediate);
}
`;

export function javaScriptParser(): ParserProgram {
  return {
    program: process.execPath,
    args: ['--expose-gc', '--input-type=module', '--eval', script, '--', javaScriptPackage('oxc-parser')],
    env: {},
  };
}
