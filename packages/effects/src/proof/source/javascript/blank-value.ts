/**
 * Writes the function that returns the blank value of a JavaScript or TypeScript file.
 *
 * The value survives property access, calls, `new`, `extends`, `await`, iteration and coercion. It is a function
 * declaration, which exists before the first statement of the file runs, in modules and in CommonJS.
 */

/** A name that the file does not contain. */
export function blankName(text: string): string {
  let name = 'harnessBlank';
  while (text.includes(name)) name += '_';
  return name;
}

/**
 * The target has strict mode, because a sloppy function has read-only properties that a proxy must not hide. Test runners
 * take some properties as marks of their own values; those are missing. Awaiting the value gives one without `then`,
 * because awaiting continues as long as there is one.
 */
export const blankFunction = (name: string, isTypeScript: boolean): string => `
function ${name}(${isTypeScript ? 'isAwaited?: unknown): any' : 'isAwaited)'} {
  const kind = isAwaited ? 'awaited' : 'plain';
  if (${name}[kind]) return ${name}[kind];
  const target = function () { 'use strict'; };
  const missing = ['asymmetricMatch', '$$typeof', 'toJSON', 'nodeType'];
  const symbols = new Map([
    [Symbol.toPrimitive, (hint) => (hint === 'number' ? 0 : '')],
    [Symbol.iterator, function* () { for (let count = 0; count < 4; count++) yield ${name}(); }],
    [Symbol.hasInstance, () => false],
    [Symbol.dispose, () => undefined],
    [Symbol.asyncDispose, () => undefined],
  ]);
  const then = (resolve) => (typeof resolve === 'function' && resolve(${name}(true)), ${name}());
  const blank = new Proxy(target, {
    get(_, key) {
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      if (own && !own.configurable && !own.writable) return own.value;
      if (typeof key === 'symbol') return symbols.get(key);
      if (key === 'then') return isAwaited ? undefined : then;
      return missing.includes(key) ? undefined : ${name}();
    },
    set: () => true,
    apply: () => ${name}(),
    construct: (_, args, made) => (made === blank ? ${name}() : Reflect.construct(target, [], made)),
  });
  ${name}[kind] = blank;
  return blank;
}
`;
