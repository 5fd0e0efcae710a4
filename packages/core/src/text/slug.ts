/** A short name for branches, folders and run ids, made of a title in any language (W-53). */
import { transliterate } from 'transliteration';

const longest = 50;

export function slug(title: string): string {
  const words = transliterate(title)
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'work' : words;
}
