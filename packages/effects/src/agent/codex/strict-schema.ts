/** Makes every key of an answer's schema required, because the API with strict schemas refuses optional ones. */
type Schema = Readonly<Record<string, unknown>>;

export function toStrictSchema({ properties, ...rest }: Schema): Schema {
  const others = mapValues(rest, strictPart);
  if (!isObject(properties)) return others;
  return { ...others, properties: mapValues(properties, strictPart), required: Object.keys(properties) };
}

const mapValues = (map: Schema, change: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

function strictPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictPart);
  return isObject(value) ? toStrictSchema(value) : value;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
