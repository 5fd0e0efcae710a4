/** Writes `features.json` with the current status of each feature. */
import { type Feature, type FeatureStanding, featureDocument } from '../input-files/features.ts';
import type { MissionPlan } from './plan.ts';

export const featuresText = (features: readonly Feature[]): string =>
  `${JSON.stringify({ features: features.map(featureDocument) }, null, 2)}\n`;

/** `rows` override status and attempts; features without a row keep those of the plan. */
export function standingText({ features }: Pick<MissionPlan, 'features'>, rows: readonly FeatureStanding[]): string {
  const known = new Map(rows.map((row) => [row.id, row]));
  return featuresText(
    features.map((feature) => {
      const { status, attempts } = known.get(feature.id) ?? feature;
      return { ...feature, status, attempts };
    }),
  );
}
