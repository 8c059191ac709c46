import { z } from 'zod'

export const STORES_PAGE_SIZE = 24
const STORE_VIEWS = ['featured', 'all'] as const
const MAX_QUERY = 100

const cleanedText = (value: string) =>
  value
    .slice(0, MAX_QUERY * 4)
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_QUERY)
    .replace(/[\ud800-\udbff]$/, '')

/** The query string of the partner stores' page. Invalid values fall back to defaults. */
export const storesParams = z.object({
  q: z.string().transform(cleanedText).catch(''),
  view: z.enum(STORE_VIEWS).catch('featured'),
  favourites: z
    .string()
    .transform((value) => value === 'true')
    .catch(false),
  page: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform((value) => Math.max(1, Number(value)))
    .catch(1),
})
export type StoresQuery = z.infer<typeof storesParams>

export const listStoresInput = z.object({
  /** Part of a business name, in any letter case. */
  q: z.string().transform(cleanedText).default(''),
  view: z.enum(STORE_VIEWS).default('featured'),
  /** Only the viewer's favourites. */
  favourites: z.boolean().default(false),
  page: z.number().int().min(1).max(1_000_000).default(1),
})
export type ListStoresInput = z.infer<typeof listStoresInput>

/** The form of the heart without JavaScript. */
export const favouriteForm = z.object({ partnerId: z.string(), act: z.enum(['favourite', 'unfavourite']) })
