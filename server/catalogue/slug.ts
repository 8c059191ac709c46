import { toSearchText } from './search-text.ts'

/** Converts a name: 'Café Noir & Co.' -> 'cafe-noir-co'; never empty. */
export const toSlug = (name: string): string =>
  toSearchText(name)
    .replaceAll(' ', '-')
    .slice(0, 80)
    .replace(/[-\ud800-\udbff]+$/, '') || 'unnamed'
