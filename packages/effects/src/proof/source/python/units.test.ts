import { spawnSync } from 'node:child_process';
import { emptySource } from '@harness/core/trust/source';
import { describe, expect, test } from 'vitest';
import { readAll, readFacts } from '../test-sources.ts';

/** Emptied code stays as a comment, which the cases leave out. */
const withoutComments = (text: string, was: string) =>
  text.replace(/^[ \t]*# .*\n/gm, (line) => (was.includes(line) ? line : ''));

/** The text of each case with its emptied text. */
async function emptyAll(cases: readonly (readonly [string, string])[]) {
  const files = cases.map(([text], at) => ({ path: `${at}.py`, text }));
  const facts = await readAll(files);
  return files.map(({ path, text }) => {
    const found = facts.get(path);
    return [text, found && withoutComments(emptySource(text, found, 'all', 'empty'), text)];
  });
}

test('functions and values become empty', async () => {
  const cases = [
    ['def f(a):\n    """Doc."""\n    # why\n    return a  # end\n', 'def f(a):\n    pass  # end\n'],
    ['async def f(a): return await a\n', 'async def f(a): pass\n'],
    ['def f(): x = 1; return x;\n', 'def f(): pass;\n'],
    ['@cache\ndef f():\n\tif a:\n\t\treturn 1\n\treturn """\n2"""\n', '@cache\ndef f():\n\tpass\n'],
    ['def f():\n    @wrap\n    def g(): return 1\n    return g\n', 'def f():\n    pass\n'],
    ['def f():\n    for a in b:\n        yield a\n', 'def f():\n    return; yield\n'],
    ['def f():\n    def g():\n        yield 1\n    return g\n', 'def f():\n    pass\n'],
    ['class A:\n    def __init__(self): self.a = 1\n', 'class A:\n    def __init__(self): pass\n'],
    ['def f(): ...\ndef g():\n    "Doc."\ndef h(): pass\n', 'def f(): ...\ndef g():\n    "Doc."\ndef h(): pass\n'],
    ['A = 1\nB: int = 2\nC = D = [3]\n', 'A = None\nB: int = None\nC = D = None\n'],
    ['A = (1 +\n     2)\nB = "😀" + c; D = 4\n', 'A = (None)\nB = None; D = None\n'],
    ['f = lambda a: (a, 1)\n', 'f = lambda a: None\n'],
    ['class A:\n    a = 1\n    b: str = "x"\n    c: int\n', 'class A:\n    a = None\n    b: str = None\n    c: int\n'],
    ['class E(str, enum.Enum):\n    A = "a"\n', 'class E(str, enum.Enum):\n    A = "a"\n'],
    [
      'T = TypeVar("T")\nA: TypeAlias = int\na, b = c\nm = import_module("m")\n',
      'T = TypeVar("T")\nA: TypeAlias = int\na, b = c\nm = import_module("m")\n',
    ],
    [
      '__all__ = ["a"]\n__version__ = "1"\nx.y = 1\nz = None\n',
      '__all__ = ["a"]\n__version__ = "1"\nx.y = 1\nz = None\n',
    ],
    ['if a:\n    B = 1\n', 'if a:\n    B = 1\n'],
  ] as const;
  expect(await emptyAll(cases)).toEqual(cases);
});

test('offsets are right after a byte order mark, other characters and all ends of lines', async () => {
  const cases = [
    [
      '\uFEFFA = "é😀"; B = 1\r\nC = "ü" + f(\r\n    "😀", 2)\rD = 3\n',
      '\uFEFFA = None; B = None\r\nC = None\rD = None\n',
    ],
    [
      '#!/usr/bin/env python3\n# -*- coding: latin-1 -*-\nA = "é", 1\n',
      '#!/usr/bin/env python3\n# -*- coding: latin-1 -*-\nA = None\n',
    ],
  ] as const;
  expect(await emptyAll(cases)).toEqual(cases);
});

test('a unit has the lines of its signature and decorators', async () => {
  const text = '@a\n@b(\n    1,\n)\ndef f(\n    x,\n):\n    return x\n\nA = {\n    1: 2,\n}\ng = lambda: (\n    1)\n';
  const { units } = await readFacts('a.py', text);
  expect(units.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [1, 8],
    [10, 12],
    [13, 14],
  ]);
});

const module = `#!/usr/bin/env python3
"""Doc."""
from __future__ import annotations
import asyncio, contextlib, dataclasses, enum, os, typing

T = typing.TypeVar("T")
SETTINGS = {"limit": 5, "names": ["a"]}
LIMIT = SETTINGS["limit"] + 1
Alias = typing.Union[int, str]
Wide = typing.Optional[Alias]
app = object()

def pair(): return 1, 2
first, second = pair()

def route(path):
    return lambda function: function

@route("/")
def index(): return "page"

@contextlib.contextmanager
def opened():
    yield 1

def count():
    yield 1

async def load(): return {"name": "a"}

class Color(enum.Enum):
    RED = 1
    BLUE = 2

class Box(typing.Generic[T]):
    size: int = 3
    def __init__(self, a): self.a = a
    def __len__(self): return 5
    def __str__(self): return "box"
    def __bool__(self): return True
    def __iter__(self): return iter([1])
    @property
    def double(self): return self.size * 2

@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
    names: list = dataclasses.field(default_factory=list)

Base = type("Base", (), {})
class Child(Base): pass

LIMIT.update(a=1)
for name in SETTINGS["names"]: name.upper()
for one in count(): one.real
with opened() as one: one.real
with SETTINGS: pass
total = -LIMIT * 2 // 3 if LIMIT > 1 else LIMIT["a"].b
del SETTINGS["a"]
os.path.join(SETTINGS, "a")
loaded = asyncio.run(load())["name"]
print([type(first) is type(second), isinstance(1, Base), len(Box(1)), str(Box(1)), bool(Box(1)), list(Box(1)), Point(1).y == Point(2).y, Color.RED is Color.BLUE, f"{LIMIT:>5}"])
`;

const run = (text: string) => {
  const { status, stdout, stderr } = spawnSync('python3', ['-I', '-c', text], { cwd: '/', encoding: 'utf8' });
  return { status, output: status === 0 ? stdout : (stderr.trim().split('\n').at(-1) ?? '') };
};

describe('a blanked module runs to its end, an emptied one may not', () => {
  const whole = module
    .replace('LIMIT.update(a=1)\n', '')
    .replace('with SETTINGS: pass\n', '')
    .replace(/^(?:del|os|total).*\n/gm, '');

  test('with all uses', async () => {
    const facts = await readFacts('a.py', module);
    expect(run(whole).status).toBe(0);
    expect(run(emptySource(module, facts, 'all', 'empty'))).toMatchObject({
      status: 1,
      output: expect.stringContaining('TypeError'),
    });
    expect(run(emptySource(module, facts, 'all', 'blank'))).toEqual({
      status: 0,
      output: "[True, False, 0, '', False, [], True, False, '']\n",
    });
  });

  test.each([
    ['no docstring', 'def f(): return 1\n', 'print(f() is f().b)'],
    ['a docstring and a statement on one line', '"""Doc."""; a = 1\n', 'print(a is a.b)'],
    ['a name that is taken', '_harness_blank = 1\n', 'print(_harness_blank is _harness_blank.b)'],
    ['a future import with a comment', 'from __future__ import annotations  # why\na = 1\n', 'print(a is a.b)'],
  ])('%s', async (_, text, check) => {
    const facts = await readFacts('a.py', text);
    expect(run(`${emptySource(text, facts, 'all', 'blank')}${check}\n`)).toEqual({ status: 0, output: 'True\n' });
  });
});
