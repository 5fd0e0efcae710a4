/** Writes `features.json` with the current status of each feature. */
import { type Feature, type FeatureRecord, featureDocument } from '../input-files/features.ts';
import type { MissionPlan } from './plan.ts';

export const featuresText = (features: readonly Feature[]): string =>
  `${JSON.stringify({ features: features.map(featureDocument) }, null, 2)}\n`;

/** `rows` override status and attempts; features without a row keep those of the plan. */
export function featureStatusText({ features }: Pick<MissionPlan, 'features'>, rows: readonly FeatureRecord[]): string {
  const known = new Map(rows.map((row) => [row.id, row]));
  return featuresText(
    features.map((feature) => {
      const { status, attempts } = known.get(feature.id) ?? feature;
      return { ...feature, status, attempts };
    }),
  );
}
