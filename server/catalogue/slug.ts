import { toSearchText } from './search-text.ts'

/** Converts a name to a slug: 'Café Noir & Co.' -> 'cafe-noir-co'. Never empty. */
export const toSlug = (name: string): string =>
  toSearchText(name)
    .replaceAll(' ', '-')
    .slice(0, 80)
    .replace(/[-\ud800-\udbff]+$/, '') || 'unnamed'
