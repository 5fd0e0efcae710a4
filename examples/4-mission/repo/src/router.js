import { readdirSync } from 'node:fs';

/** Loads one file per route from `routes/`: `{ method, path, answer(shelf, input) }`. */
const folder = new URL('./routes/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const routes = await Promise.all(files.map(async (name) => (await import(new URL(name, folder))).default));

/** Returns the response `{ status, body }`. */
export function answer(shelf, method, path, input = {}) {
  const route = routes.find((one) => one.method === method && one.path === path);
  return route ? route.answer(shelf, input) : { status: 404, body: { error: `nothing at ${method} ${path}` } };
}
