/** `features.json` as a mission writes it: the features of its plan, as they stand. */
import { type Feature, featureDocument } from '../input-files/features.ts';
import type { MissionPlan } from './plan.ts';

type Standing = Pick<Feature, 'id' | 'status' | 'attempts'>;

export const featuresText = (features: readonly Feature[]): string =>
  `${JSON.stringify({ features: features.map(featureDocument) }, null, 2)}\n`;

/** What the loop knows of a feature holds; one that it does not know stands as in the plan. */
export function standingText({ features }: Pick<MissionPlan, 'features'>, rows: readonly Standing[]): string {
  const known = new Map(rows.map((row) => [row.id, row]));
  return featuresText(
    features.map((feature) => {
      const { status, attempts } = known.get(feature.id) ?? feature;
      return { ...feature, status, attempts };
    }),
  );
}
