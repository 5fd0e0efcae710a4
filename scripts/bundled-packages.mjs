// Decides what of other packages becomes part of the bundle.
import { readFile } from 'node:fs/promises';

/** A lazy import takes all of a package; this one takes the class that the harness uses. */
const usedParts = { '@linear/sdk': "export { LinearGraphQLClient } from '@linear/sdk';" };

/** An unused class or document is left out only if its creation is known to do nothing else. */
const unusedParts = [
  {
    filter: /\/@linear\/sdk\/dist\/index\.mjs$/,
    change: (text) => text.replaceAll('= new TypedDocumentString(', '= /* @__PURE__ */ new TypedDocumentString('),
  },
  // Messages in fifty languages, which only an export of all of them needs.
  { filter: /\/zod\/v4\/locales\/index\.js$/, change: () => 'export { default as en } from "./en.js";' },
  // A validator of JSON Schema, for requests that the MCP server of the harness does not send.
  {
    filter: /\/@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/,
    change: () => 'export class DefaultJsonSchemaValidator {}\nexport { default as process } from "node:process";',
  },
];

export const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@linear\/sdk$/ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace: 'used-parts', pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'used-parts' }, ({ path, pluginData }) => ({
      contents: usedParts[path],
      resolveDir: pluginData,
    }));
    for (const { filter, change } of unusedParts)
      onLoad({ filter }, async ({ path }) => ({ contents: change(await readFile(path, 'utf8')), loader: 'js' }));
  },
};
