/** Tools about the code and its documents: context, forecasts, blast radius and roadmap. No model is asked. */
import { resolve } from 'node:path';
import { computeBlastRadius } from '@harness/core/codegraph/blast-radius';
import { Refusal } from '@harness/core/failure/refusal';
import { readRoadmap } from '@harness/core/roadmap/roadmap';
import { contextDocument, contextParts } from '@harness/core/sessions/context-document';
import { sessionSlug } from '@harness/core/sessions/slug';
import { forecastFailures } from '@harness/core/signals/forecast';
import { findSeeds } from '@harness/core/signals/seeds';
import { gatherParts } from '@harness/effects/autopilot/gather-context';
import { previewRoadmapSync, requireRoadmap } from '@harness/effects/roadmap/sync';
import * as z from 'zod';
import { readArchTimeline, readGraph } from '../control/analysis.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { prepareHarnessFolder } from '../runs/folder.ts';
import type { McpPlace } from './place.ts';
import { cursorSchema } from './read-tools.ts';
import { toResult } from './result.ts';
import { startDetached } from './start-process.ts';
import { defineTool, type McpTool } from './tool.ts';

export const codeTools: readonly McpTool[] = [
  defineTool({
    name: 'gather_context',
    about:
      'Gather what an agent should know before it works: state and handoff of a session, learnings, the part of the code graph that a text names, documents of a domain, other sessions, and the form of the documents. A part that cannot be read is null, and meta.errors says why.',
    input: z.strictObject({
      path: z.string().optional().describe('a folder of this repository (default: its root)'),
      skill: z.string().max(100).optional().describe('the skill that asks; it is in meta.skill'),
      session: z.string().optional().describe('spec path or slug of an autopilot session'),
      intent: z.string().optional().describe('a text about the work, whose paths select modules of the code graph'),
      domain: z.string().optional().describe('a folder of docs/knowledge'),
      include: z.array(z.enum(contextParts)).min(1).optional().describe('only these parts'),
      cursor: cursorSchema,
    }),
    isReading: true,
    async call(
      { path, skill, session = '', intent = '', domain = '', include = contextParts, cursor },
      { place, context },
    ) {
      if (path !== undefined) requireServed(path, place);
      const slug = session === '' ? null : sessionSlug(session);
      const source = { repo: place.root, run: 'mcp', signal: context.mcpReq.signal };
      if (include.includes('graph')) prepareHarnessFolder(place.root); // its .gitignore covers the cache of the graph
      const subject = { slug, specPath: session, domain, text: async () => intent };
      const parts = await gatherParts(source, subject, include);
      const document = contextDocument({ session: slug, phase: null, parts, include, skill });
      return toResult(document, { cursor, language: place.language });
    },
  }),
  defineTool({
    name: 'predict_failures',
    about:
      'Forecast 12 weeks ahead which architecture metrics get worse, from .harness/arch/timeline.json. forecasts is null with fewer than three snapshots: not known, no error.',
    input: z.strictObject({}),
    isReading: true,
    async call(_, { place }) {
      const forecasts = forecastFailures(await readArchTimeline(place.root));
      return toResult({ forecasts }, { language: place.language });
    },
  }),
  defineTool({
    name: 'compute_blast_radius',
    about:
      'List the modules that a change of some files may break, by the imports of the last commit, with probabilities.',
    input: z.strictObject({
      files: z.array(z.string().min(1)).min(1).describe('paths or globs of modules, relative to the repository'),
      cursor: cursorSchema,
    }),
    isReading: true,
    async call({ files, cursor }, { place }) {
      const graph = await readGraph(place.root);
      const seeds = findSeeds(graph, files.join('\n'));
      const affected = computeBlastRadius(graph, seeds);
      const document = { modules: affected.length, seeds, affected, unread: graph.unread };
      return toResult(document, { cursor, language: place.language });
    },
  }),
  defineTool({
    name: 'manage_roadmap',
    about:
      'Show docs/roadmap.md, or bring its statuses up to date with the phases of the sessions. sync only shows what would change, unless apply is true. A status that a person edited stays.',
    input: z.strictObject({
      action: z.enum(['show', 'sync']),
      apply: z.boolean().optional().describe('sync: write the roadmap (default: false)'),
      cursor: cursorSchema,
    }),
    isReading: false,
    async call({ action, apply = false, cursor }, { place }) {
      const paging = { cursor, language: place.language };
      if (action === 'show') return toResult({ features: listFeatures(requireRoadmap(place.root).text) }, paging);
      if (!apply) return toResult({ applied: false, ...previewSync(place) }, paging);
      const synced = await startDetached(place, ['roadmap', '--', 'sync']);
      const document = synced.is === 'ended' ? synced.document : {};
      const result = toResult({ applied: !('error' in document), ...document }, paging);
      return 'error' in document ? { ...result, isError: true } : result;
    },
  }),
];

function requireServed(path: string, { root }: McpPlace): void {
  if (findRepositoryRoot(resolve(root, path)) !== root)
    throw new Refusal('usage.invalid', { detail: `this server serves ${root}, not ${path}` });
}

/** The document of `harness roadmap sync --json`. */
function previewSync({ root, messages: { documents } }: McpPlace) {
  const { changed, kept } = previewRoadmapSync(root, new Date());
  return {
    changed,
    kept: kept.map(({ feature, because }) => ({ feature, because: documents[`roadmap.${because}`]({}) })),
  };
}

const listFeatures = (text: string) =>
  readRoadmap(text).features.map(({ name, line, fields }) => ({
    name,
    line,
    ...Object.fromEntries([...fields].map(([field, value]) => [field, value.text])),
  }));
