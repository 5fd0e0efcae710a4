import { expect, test } from 'vitest';
import { decideTier, type IntegrationChange, tierIn } from './integration-tier.ts';

const known: IntegrationChange = { newPackages: [], newExports: 0, changedFiles: 1 };

test.each([
  ['AO-29 nothing known is small', null, { newPackages: null, newExports: null, changedFiles: null }, 'small', null],
  ['A-59 the plan counts if it is higher', 'large', known, 'large', null],
  ['AO-29 a new package is large', null, { ...known, newPackages: ['packages/b'] }, 'large', 'new-packages'],
  ['AO-29 five new exports are small', 'small', { ...known, newExports: 5 }, 'small', null],
  ['AO-29 six new exports are large', 'medium', { ...known, newExports: 6 }, 'large', 'new-exports'],
  [
    'AO-29 sixteen files with an export are medium',
    'small',
    { ...known, newExports: 1, changedFiles: 16 },
    'medium',
    'many-files',
  ],
  ['AO-29 fifteen files with an export are small', null, { ...known, newExports: 1, changedFiles: 15 }, 'small', null],
  ['AO-29 many files without an export are small', null, { ...known, changedFiles: 900 }, 'small', null],
  ['A-60 the same tier is not raised', 'large', { ...known, newExports: 6 }, 'large', null],
] as const)('%s', (_, planned, change, tier, reason) => {
  const decision = decideTier(planned, change);
  expect([decision.planned, decision.tier, decision.raisedBy?.code ?? null]).toEqual([
    planned ?? 'small',
    tier,
    reason,
  ]);
});

test.each([
  ['**Integration Tier:** medium', 'medium'],
  ['- **Integration Tier**: `Large`', 'large'],
  ['**Tasks:** 8 | **Time:** 24 min | **Integration Tier:** small', 'small'],
  ['Integration tier: small', 'small'],
  ['**Integration Tier:** small | medium | large', null],
  ['**Integration Tier:** small|medium|large', null],
  ['**Integration Tier:** huge', null],
  ['**Integration Tier:** largely unknown', null],
])('A-59 the line %j states %s', (line, tier) => {
  expect(tierIn(line)).toBe(tier);
});
