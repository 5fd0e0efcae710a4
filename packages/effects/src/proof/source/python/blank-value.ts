/**
 * Writes the blank value of a Python file, which survives attributes, calls, `await`, `with`, iteration, unpacking,
 * operators, use as a base class and coercion.
 */
import type { Insertion } from '@harness/core/trust/source';
import type { PythonNode } from './parser.ts';
import { nodeIn, nodesIn, statementStart, type TextRange } from './syntax-walk.ts';

/** A name that the file does not contain. `import *` does not take it. */
export function pythonBlankName(text: string): string {
  let name = '_harness_blank';
  while (text.includes(name)) name += '_';
  return name;
}

/**
 * Missing special attributes stay missing, because libraries ask for them to find out what a value is. The value is
 * false, so that a loop ends. Unpacking needs as many values as the instruction of the caller says.
 */
const blankClass = (name: string): string => `class ${name}_class:
    def __getattr__(self, attribute):
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return self
    def __iter__(self):
        import dis, sys
        caller = sys._getframe(1)
        code = caller.f_code.co_code
        unpacks = dis.opname[code[caller.f_lasti]] == "UNPACK_SEQUENCE"
        return iter((self,) * (code[caller.f_lasti + 1] if unpacks else 0))
    def __next__(self):
        raise StopIteration
    def __aiter__(self):
        return self
    async def __anext__(self):
        raise StopAsyncIteration
    def __await__(self):
        return self
        yield
    async def __aenter__(self):
        return self
    async def __aexit__(self, *error):
        return False
    def __exit__(self, *error):
        return False
    def __mro_entries__(self, bases):
        return ()
    def __hash__(self):
        return 0
    def __setattr__(self, attribute, value):
        pass
    def __delattr__(self, attribute):
        pass
def ${name}_method(value):
    return lambda self, *arguments, **named: self if value is self.__class__ else value
for ${name}_name in "call getitem enter neg pos abs invert round".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(${name}_class))
for ${name}_name in "add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(${name}_class))
    setattr(${name}_class, "__r%s__" % ${name}_name, ${name}_method(${name}_class))
for ${name}_name in "bool lt le gt ge contains instancecheck subclasscheck".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(False))
for ${name}_name in "setitem delitem".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(None))
for ${name}_name in "len int index".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(0))
for ${name}_name in "str format fspath".split():
    setattr(${name}_class, "__%s__" % ${name}_name, ${name}_method(""))
setattr(${name}_class, "__float__", ${name}_method(0.0))
setattr(${name}_class, "__complex__", ${name}_method(0j))
setattr(${name}_class, "__bytes__", ${name}_method(b""))
${name} = ${name}_class()
`;

/** After the docstring and the imports from `__future__`, which must come first. */
export function blankInsertion(
  text: string,
  name: string,
  module: PythonNode,
  rangeOf: (node: PythonNode) => TextRange,
): readonly Insertion[] {
  const body = nodesIn(module, 'body');
  const count = body.findIndex(
    (statement, at) => !(at === 0 && isText(statement)) && statement['module'] !== '__future__',
  );
  const [before, first] = [body[count - 1], body[count]];
  if (first === undefined) return [];
  if (before === undefined) return [{ at: statementStart(first, text, rangeOf), text: blankClass(name) }];
  const { end } = rangeOf(before);
  const [separator = ''] = /^[ \t]*;[ \t]*/.exec(text.slice(end, end + 100)) ?? [];
  return [{ at: end + separator.length, text: `\n${blankClass(name)}` }];
}

const isText = (statement: PythonNode) => statement.node === 'Expr' && nodeIn(statement, 'value')?.['is'] === 'str';
