import { z } from 'zod'
import { chosenTimeZone, DEFAULT_TIME_ZONE } from '#server/platform/time-zone.schema.ts'
import { fileIsTooLarge, MAX_FILE_BYTES, MAX_NOTE, MAX_SHARE_TITLE } from './wishlist-values.schema.ts'

/** Limited, because every page of the shop loads all ids for its hearts. */
export const MAX_WISHES = 2_000
export const DEFAULT_PRIORITY = 3
/** For people without settings. Equal to the column defaults of wishlist_settings. */
export const DEFAULT_SETTINGS = { timeZone: DEFAULT_TIME_ZONE, quietFrom: 21, quietUntil: 8, dropPercent: 10 }

const WISHLIST_SORTS = ['added_date', 'price_low', 'price_high', 'name', 'brand'] as const
export type WishlistSort = (typeof WISHLIST_SORTS)[number]
const WISHLIST_FILTERS = ['all', 'on_sale', 'in_stock', 'out_of_stock'] as const
export type WishlistFilter = (typeof WISHLIST_FILTERS)[number]
const WISHLIST_VIEWS = ['grid', 'list'] as const

/** The wishlist's query string. Bad values fall back to defaults. */
export const wishlistInput = z.object({
  q: z
    .string()
    .catch('')
    .default('')
    .transform((text) => text.trim().slice(0, 100)),
  sort: z.enum(WISHLIST_SORTS).catch('added_date').default('added_date'),
  filter: z.enum(WISHLIST_FILTERS).catch('all').default('all'),
  view: z.enum(WISHLIST_VIEWS).catch('grid').default('grid'),
  page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
})
export type WishlistQuery = z.output<typeof wishlistInput>

const itemId = z.uuid()

export const isItemId = (text: string): boolean => itemId.safeParse(text).success

export const wishlistItemInput = z.object({ itemId })

/** Keeps line breaks and removes other control characters. PostgreSQL refuses some of them. */
const note = z
  .string()
  .max(MAX_NOTE * 4, `Please use at most ${MAX_NOTE} characters`)
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]+/gu, ' ')
      .trim(),
  )
  .pipe(z.string().max(MAX_NOTE, `Please use at most ${MAX_NOTE} characters`))

/** Changes to a wishlist item. Absent fields stay unchanged. */
export const updateWishInput = z.object({
  itemId,
  priority: z.int().min(1).max(5).optional(),
  note: note.optional(),
  /** A size of the product's variants; null for any. */
  size: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u, 'This contains a character that we cannot store. Please remove it.')
    .nullable()
    .optional(),
  /** Minor units of the product's currency; null for none. */
  targetMinor: z.int().min(1).max(2_000_000_000).nullable().optional(),
  /** Null uses the settings; 0 means never. */
  dropPercent: z.int().min(0).max(95).nullable().optional(),
  watchesStock: z.boolean().optional(),
})
export type UpdateWishInput = z.output<typeof updateWishInput>

const box = z
  .string()
  .optional()
  .transform((text) => text !== undefined)
const orNull = z.string().transform((text) => text.trim() || null)
/** `updateWishInput` from a form, where empty means none. The target is a decimal amount in the product's currency. */
export const wishForm = z.object({
  size: orNull.default(null),
  priority: z.coerce.number(),
  note: updateWishInput.shape.note,
  target: z
    .string()
    .max(30)
    .default('')
    .transform((text) => text.trim()),
  dropPercent: orNull.default(null).transform((text) => (text === null ? null : Number(text))),
  watchesStock: box,
})

export const removeWishesInput = z.object({ itemIds: z.array(itemId).min(1).max(MAX_WISHES) })

/** Ids come from shared pages and files. A malformed one counts as a product that was not found. */
export const addWishesInput = z.object({ productIds: z.array(z.string().max(100)).min(1).max(MAX_WISHES) })

/** When the events were shown (ISO, UTC). Later ones stay new. */
export const seenInput = z.object({ until: z.iso.datetime() })

export const removalInput = z.object({ batchId: z.uuid() })

const hour = z.int().min(0).max(23)

/** Wishlist notification settings. */
export const updateSettingsInput = z.object({
  /** IANA: 'Europe/Berlin'. */
  timeZone: chosenTimeZone,
  /** Quiet hours in that time zone, without emails. If both are equal, there are none. */
  quietFrom: hour,
  quietUntil: hour,
  dropPercent: z
    .int('Please enter a whole number from 1 to 95')
    .min(1, 'Please enter a whole number from 1 to 95')
    .max(95, 'Please enter a whole number from 1 to 95'),
})
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>

/** `updateSettingsInput` from a form. */
export const settingsForm = z.object({
  timeZone: updateSettingsInput.shape.timeZone,
  quietFrom: z.coerce.number().pipe(hour),
  quietUntil: z.coerce.number().pipe(hour),
  dropPercent: z.coerce.number('Please enter a whole number from 1 to 95').pipe(updateSettingsInput.shape.dropPercent),
})

/** The token of an emailed link. An invalid value counts as an unknown token. */
export const unsubscribeInput = z.object({ token: z.string().max(200).catch('') })
export const exportWishlistInput = z.object({
  format: z.string().pipe(z.enum(['json', 'csv'], 'Unsupported format')),
})
export type WishlistFormat = z.output<typeof exportWishlistInput>['format']

export const importWishlistInput = z.object({
  /** The file's content. */
  text: z.string().min(1, 'Please choose a file that is not empty.').max(MAX_FILE_BYTES, fileIsTooLarge),
})

const tooLongTitle = `Please use at most ${MAX_SHARE_TITLE} characters`

export const startSharingInput = z.object({
  /** If empty, the title is 'A wishlist'. */
  title: z
    .string()
    .max(MAX_SHARE_TITLE * 4, tooLongTitle)
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .pipe(z.string().max(MAX_SHARE_TITLE, tooLongTitle)),
})

/** Tokens come from links. A malformed one counts as a wishlist that is not shared. */
export const shareTokenInput = z.object({ token: z.string() })

export const sharedWishlistInput = shareTokenInput.extend({
  page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
})
