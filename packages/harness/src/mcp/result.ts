/** Formats a document as the answer of a tool: one page of it, redacted, after the notice that its texts are data. */
import { Refusal } from '@harness/core/failure/refusal';
import { pageDocument } from '@harness/core/mcp/page-document';
import { messagesFor } from '@harness/core/messages/index';
import { keyRedactor } from '@harness/effects/secret/redactor';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { harnessCommand } from '../cli/repo.ts';
import { toRefusalResponse } from '../control/refusal-response.ts';
import { printableJson } from '../render/printable.ts';
import { refusalWords } from '../render/refusal-words.ts';

interface Paging {
  readonly cursor?: string | undefined;
  readonly language: string | undefined;
}

/** The JSON of one page, as `--json` prints it. */
export function pageText(document: object, cursor: string | undefined): string {
  const page = pageDocument(keyRedactor().deep({ version: 1, ...document }), cursor);
  if (page === null) throw new Refusal('usage.invalid', { detail: `"${cursor}" is not a cursor of an earlier answer` });
  return printableJson(JSON.stringify(page.document));
}

export function toResult(document: object, { cursor, language }: Paging): CallToolResult {
  const { data } = messagesFor(language).asking;
  return {
    content: [
      { type: 'text', text: data({}) },
      { type: 'text', text: pageText(document, cursor) },
    ],
  };
}

/** The document of an error under `--json`. The stack of a defect goes to standard error. */
export function toErrorResult(error: unknown, { language, root }: Paging & { readonly root: string | undefined }) {
  return { ...toResult({ error: describeError(error, { language, root }) }, { language }), isError: true };
}

export function describeError(
  error: unknown,
  { language, root }: { readonly language: string | undefined; readonly root: string | undefined },
) {
  if (!(error instanceof Refusal)) return toRefusalResponse(error, language).body.error;
  const { message, next } = refusalWords(error, language);
  return { code: error.code, message, next: harnessCommand(next, root) };
}
