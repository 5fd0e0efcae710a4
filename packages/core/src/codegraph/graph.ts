/** The code graph of a commit: its modules (source files), their imports of each other, and their public exports. */

/** How a module needs another one. A change of the target breaks the importer with this probability. */
export const edgeProbabilities = { value: 0.8, 're-export': 0.8, 'type-only': 0.5, dynamic: 0.5 } as const;
export type EdgeKind = keyof typeof edgeProbabilities;

export interface GraphEdge {
  /** The path of the imported module. */
  readonly to: string;
  readonly kind: EdgeKind;
}

export interface CodeModule {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly exports: readonly string[];
  readonly edges: readonly GraphEdge[];
}

export interface CodeGraph {
  readonly modules: readonly CodeModule[];
  /** Modules without edges and exports, because they are too large or do not parse. */
  readonly unread: readonly string[];
  /** Branches of all read modules together. */
  readonly branches: number;
}

/** One import of a file, before it is resolved. */
export interface ImportFact {
  readonly specifier: string;
  readonly kind: EdgeKind;
  /** The imported name, in languages where it may be a module too. */
  readonly name?: string;
}

/** The facts of a file that depend on its content alone. */
export interface FileFacts {
  readonly imports: readonly ImportFact[];
  readonly exports: readonly string[];
  /** Packages or namespaces that the file belongs to, in languages that import by them. */
  readonly scopes?: readonly string[];
}

/** With the branches in its text. */
export interface CountedFacts extends FileFacts {
  readonly branches: number;
}

/** Removes edges to the module itself, and keeps the most probable edge of several to the same module. */
export function distinctEdges(from: string, edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const byTarget = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const known = byTarget.get(edge.to);
    if (edge.to === from || (known && edgeProbabilities[known.kind] >= edgeProbabilities[edge.kind])) continue;
    byTarget.set(edge.to, edge);
  }
  return [...byTarget.values()];
}
