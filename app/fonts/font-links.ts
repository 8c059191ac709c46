import type { LinksFunction } from '@remix-run/node'
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import italicFont from './bodoni-moda-latin-italic.woff2?url'
import displayFont from './bodoni-moda-latin-normal.woff2?url'

const preload = (href: string) => ({
  rel: 'preload',
  as: 'font' as const,
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
})

/** The fonts of every page. */
export const FONT_LINKS = [displayFont, textFont].map(preload)

/** Preloads the italic font for pages that begin with italics, so that their text does not move. */
export const italicLinks: LinksFunction = () => [preload(italicFont)]
