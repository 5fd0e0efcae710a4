/** Makes a short name for branches, folders and run ids from a title in any language (W-53). */
import { transliterate } from 'transliteration';

const maxLength = 50;

export function slug(title: string): string {
  const words = transliterate(title)
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'work' : words;
}
