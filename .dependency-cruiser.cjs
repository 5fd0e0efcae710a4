/** allowed[x] = packages that x may import */
const allowed = {
  core: [],
  engine: ['core'],
  effects: ['core'],
  web: ['core'],
  harness: ['core', 'engine', 'effects'],
};
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'cross-package-by-name-only',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    ...Object.entries(allowed).map(([p, ok]) => ({
      name: `layer-${p}`,
      severity: 'error',
      from: { path: `^packages/${p}/` },
      to: { path: '^packages/', pathNot: `^packages/(${[p, ...ok].join('|')})/` },
    })),
  ],
  options: {
    // TypeScript 7 has no JS API: @swc/core must be installed, or the tool sees 0 modules and PASSES.
    // Do not set parser: 'swc' - it cannot read .tsx.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|dist' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
