/** Gathers `context.json`: state, learnings, handoff, code graph, documents of the domain, other sessions, validation (AO-32). */

import { computeBlastRadius } from '@harness/core/codegraph/blast-radius';
import type { gatherContext } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { isDomainName } from '@harness/core/knowledge/gaps';
import { learningsFile, listLearnings } from '@harness/core/learnings/learnings';
import { readAutopilotState, sessionStateName } from '@harness/core/sessions/autopilot-state';
import {
  type ContextPartName,
  contextDocumentText,
  contextParts,
  type GatheredPart,
  learningsLength,
} from '@harness/core/sessions/context-document';
import { readHandoffFile } from '@harness/core/sessions/handoff';
import { phaseFileName } from '@harness/core/sessions/spec-phases';
import { findSeeds } from '@harness/core/signals/seeds';
import { findHotspots, findTestGaps } from '@harness/core/signals/simulation';
import { keepText } from '../artifact/keep-text.ts';
import { readDocument } from '../documents/read-document.ts';
import { readDomainDocuments } from '../knowledge/documents.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import type { AutopilotContext } from './context.ts';
import { readKnownGraph } from './known-graph.ts';
import { readPhaseText } from './phase-text.ts';
import { readSessionFile, writeSessionFile } from './session-file.ts';
import { findDocumentProblems } from './validate-documents.ts';

type Args = ArgsOf<typeof gatherContext>;
const lastDecisions = 5;

/** The repository of the parts; `run` names the work among those that read the code graph at the same time. */
type GatherSource = Pick<AutopilotContext, 'repo' | 'run' | 'signal'>;

export interface GatherSubject {
  /** Slug of the session; `null` without one. */
  readonly slug: string | null;
  readonly specPath: string;
  /** Name of the domain, such as that of a phase. */
  readonly domain: string;
  /** The text that names the modules of the code graph. */
  text(): Promise<string>;
}

type ReadPart = (source: GatherSource, subject: GatherSubject) => unknown;

export async function performGatherContext(
  work: AutopilotContext,
  args: Args,
): Promise<Outcome<ValueOf<typeof gatherContext>>> {
  const { slug, phase, specPath } = args;
  const subject = { slug, specPath, domain: phaseFileName(phase.name), text: () => readPhaseText(work, args) };
  const parts = await gatherParts(work, subject);
  const text = contextDocumentText({ session: slug, phase, parts });
  await writeSessionFile(work.repo, { slug, name: 'context.json' }, text);
  return ok({ context: await keepText(work, 'context.json', text) });
}

/** Reads the parts one after the other: several of them read the same files. */
export async function gatherParts(
  source: GatherSource,
  subject: GatherSubject,
  wanted: readonly ContextPartName[] = contextParts,
): Promise<Readonly<Record<ContextPartName, GatheredPart>>> {
  const gathered: [ContextPartName, GatheredPart][] = contextParts.map((part) => [part, { value: null }]);
  for (const part of wanted) gathered.push([part, await gatherPart(readers[part], source, subject)]);
  return Object.fromEntries(gathered) as Record<ContextPartName, GatheredPart>;
}

/** A part that fails is named in the document, and the others are there. */
async function gatherPart(read: ReadPart, source: GatherSource, subject: GatherSubject): Promise<GatheredPart> {
  try {
    return { value: await read(source, subject) };
  } catch (error) {
    source.signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return { error: error.message };
  }
}

const readers: Readonly<Record<ContextPartName, ReadPart>> = {
  state: ({ repo }, { slug }) => {
    const text = slug === null ? null : readSessionFile(repo, { slug, name: sessionStateName });
    if (text === null) return null;
    const read = readAutopilotState(text);
    if (!read.ok) throw new Error('it cannot be read');
    const { currentState, currentPhase, phases, decisions } = read.value;
    const names = phases.map(({ name, status }) => ({ name, status }));
    return { currentState, currentPhase, phases: names, decisions: (decisions ?? []).slice(-lastDecisions) };
  },
  learnings: ({ repo }, { slug }) => {
    const project = readDocument(repo, learningsFile);
    const texts = [
      project.is === 'text' ? project.text : '',
      (slug === null ? null : readSessionFile(repo, { slug, name: 'learnings.md' })) ?? '',
    ];
    return newestThatFit(texts.flatMap(listLearnings));
  },
  handoff: ({ repo }, { slug }) => {
    const read = readHandoffFile(slug === null ? null : readSessionFile(repo, { slug, name: 'handoff.json' }));
    if (read.is === 'unreadable') throw new Error(`it is ${read.because.replaceAll('-', ' ')}`);
    return read.is === 'read' ? read.handoff : null;
  },
  graph: async (source, { text }) => {
    const graph = await readKnownGraph(source);
    if (graph === null) throw new Error('the parsers do not start');
    const named = findSeeds(graph, await text());
    return {
      modules: graph.modules.length,
      unread: graph.unread,
      named,
      affected: computeBlastRadius(graph, named).map(({ path }) => path),
      hotspots: findHotspots(graph, named),
      testGaps: findTestGaps(graph, named),
    };
  },
  businessKnowledge: async ({ repo }, { domain }) => {
    const [documents] = isDomainName(domain) ? await readDomainDocuments(repo, domain) : [];
    return documents?.entries ?? null;
  },
  sessions: ({ repo }, { specPath }) => {
    const { states, unreadable } = readSessions(repo);
    const others = states.filter((state) => state.specPath !== specPath);
    return {
      others: others.map((state) => ({ spec: state.specPath, state: state.currentState, phase: state.currentPhase })),
      unreadable,
    };
  },
  validation: ({ repo }) => {
    const problems = findDocumentProblems(repo);
    return { ok: problems.length === 0, problems };
  },
};

/** In the order of the files. */
function newestThatFit(entries: readonly string[]): readonly string[] {
  let left = learningsLength;
  const kept = entries.toReversed().filter((entry) => {
    left -= JSON.stringify(entry).length + 1;
    return left > 0;
  });
  return kept.reverse();
}
