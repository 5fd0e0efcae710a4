/**
 * Finds new Python files that hide a module of the standard library or an installed package.
 *
 *   Y1. Python searches the folder of a script, the current folder and folders of tests before its own library.
 *   Y2. A folder with `__init__.py` is a package: its modules have longer names, and hide nothing.
 *   Y3. An installed package is one that the base declares, or a usual one. A name that tests only import does not
 *       count: it may be the task of the change to write this module.
 */
import { folderOf, joinPath } from './executed-files.ts';

const standardLibrary = new Set(
  `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins
  bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression
  concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal
  difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
  idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
  mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
  nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform
  plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
  random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site
  smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap
  this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types
  typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml
  xmlrpc zipapp zipfile zipimport zlib zoneinfo
  __future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk
  _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _compat_pickle _compression
  _contextvars _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib
  _frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _io _json _locale _lsprof _lzma _markupbase
  _md5 _msi _multibytecodec _multiprocessing _opcode _operator _osx_support _overlapped _pickle _posixshmem
  _posixsubprocess _py_abc _pydecimal _pyio _queue _random _scproxy _sha1 _sha256 _sha3 _sha512 _signal
  _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _symtable _thread
  _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref _weakrefset _winapi _zoneinfo`.split(
    /\s+/,
  ),
);
/** Test runners with the packages that they load, and packages whose module has another name than they. */
const usualPackages = new Set(
  `pytest _pytest py pluggy iniconfig packaging exceptiongroup tomli pygments colorama attr attrs coverage xdist execnet
  hypothesis nose nose2 tox nox mock setuptools pkg_resources pip wheel typing_extensions django yaml PIL bs4 dateutil
  sklearn cv2 dotenv numpy requests`.split(/\s+/),
);
/** A file of a module, or a name without an ending: a link to the folder of a package. */
const module =
  /^(?:(.*)\/)?((?!__init__\b)[A-Za-z_]\w*)(?:\/__init__)?(?:(?:\.cpython-[\w-]+|\.abi3)?\.(?:pyw?|pyc|so|pyd))?$/;

/** Where the base declares its packages. */
export const declaresPackages = (path: string): boolean =>
  /(?:^|\/)(?:[\w-]*requirements[\w-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|Pipfile\.lock|(?:poetry|uv|pdm)\.lock|environment\.ya?ml|tox\.ini)$/.test(
    path,
  ) || /(?:^|\/)requirements\/[^/]+\.txt$/.test(path);

/** The name of a module that this new file would be, if its folder is one that Python searches; else `null`. */
export function newModule(path: string, paths: ReadonlySet<string>): string | null {
  const [, above = '', name = ''] = module.exec(path) ?? [];
  if (name === '' || paths.has(joinPath(above, '__init__.py'))) return null;
  const sources = [...paths].filter((each) => each.endsWith('.py'));
  const isSearched = ['', 'src', 'lib'].includes(above) || sources.some((each) => folderOf(each) === above);
  return isSearched && sources.length > 0 ? name : null;
}

/** `declared` are the packages of the base, in lower case and with `_`. */
export const hidesModule = (name: string, declared: ReadonlySet<string>): boolean =>
  standardLibrary.has(name) || usualPackages.has(name) || declared.has(name.toLowerCase());

/** Names of packages in a file that declares them. The product itself, which a lock file also lists, is none. */
export function declaredPackages(path: string, text: string): readonly string[] {
  return namesIn(path, text).map((name) => name.toLowerCase().replace(/[-.]/g, '_'));
}

function namesIn(path: string, text: string): readonly string[] {
  if (path.endsWith('Pipfile.lock')) return matches(text, /^ {8}"([\w.-]+)": \{/gm);
  if (path.endsWith('.lock'))
    return matches(text, /^name = "([\w.-]+)"\nversion = .*\n(?!source = \{ (?:virtual|editable|directory))/gm);
  if (/\.(?:txt|in)$/.test(path)) return matches(text, /^[ \t]*([A-Za-z0-9][\w.-]*)/gm);
  if (/\.ya?ml$/.test(path)) return matches(text, /^[ \t]*-[ \t]*([\w.-]+)/gm);
  const lists = matches(text, /(?:requires?|dependencies|tests?|dev|deps|all)["']?\s*[=:]\s*\[([^\]]*)\]/g).join('\n');
  return [
    ...matches(lists, /["']([\w.-]+)/g),
    ...matches(text, /^[ \t]*([A-Za-z][\w.-]*)[ \t]*=[ \t]*(?:["'][\^~*<>=]|\{[ \t]*version)/gm),
    ...matches(text, /^[ \t]*["']?([A-Za-z][\w.-]*)(?:\[[\w,]*\])?[ \t]*(?:[<>!~=]=|[<>])[ \t]*\d/gm),
  ];
}

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
