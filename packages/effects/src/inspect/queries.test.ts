import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { languages } from '@harness/core/codegraph/languages/list';
import * as bundled from '@vscode/tree-sitter-wasm';
import { expect, test } from 'vitest';
import * as own from 'web-tree-sitter';

const grammars = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));

/** The grammars come with the parser that they were tested with; the product uses a newer one. */
test.each(languages.map((language) => [language.grammar, language.query] as const))(
  'the query of %s fits its grammar in both parsers',
  async (grammar, query) => {
    for (const { Parser, Language, Query } of [own, bundled as unknown as typeof own]) {
      await Parser.init();
      const language = await Language.load(join(grammars, `tree-sitter-${grammar}.wasm`));
      expect(new Query(language, query).patternCount()).toBeGreaterThan(1);
    }
  },
);
