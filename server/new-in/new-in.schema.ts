import { z } from 'zod'
import { MAX_NAME } from './new-in-values.schema.ts'

/** How often a saved search sends emails. */
const MAILS = ['daily', 'weekly', 'off'] as const
export type Mails = (typeof MAILS)[number]

/** Maximum length of a list's address in links and forms. Longer ones are not ours. */
const MAX_ADDRESS = 4_000

const searchId = z.uuid()

/** One line, because emails and feed readers show it. */
const name = z
  .string()
  .max(MAX_NAME * 4, `Please use at most ${MAX_NAME} characters`)
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  .pipe(z.string().max(MAX_NAME, `Please use at most ${MAX_NAME} characters`))

/** A list of the shop, by its address. Other addresses count as not found. */
export const listInput = z.object({ list: z.string().max(MAX_ADDRESS) })

export const saveSearchInput = listInput.extend({
  /** '' for the default name. */
  name: name.default(''),
  mails: z.enum(MAILS, 'Please choose how often we email you'),
})
export type SaveSearchInput = z.output<typeof saveSearchInput>

/** The same input from a form, without the list. */
export const saveSearchForm = saveSearchInput.omit({ list: true })

/** Whether the text can be the id of a saved search. */
export const isSearchId = (text: string): boolean => searchId.safeParse(text).success

export const savedSearchInput = z.object({ searchId })

/** The changes; missing fields stay. */
export const changeSearchInput = savedSearchInput.extend({
  name: name.pipe(z.string().min(1, 'Please enter a name')).optional(),
  mails: saveSearchInput.shape.mails.optional(),
  isPaused: z.boolean().optional(),
})
export type ChangeSearchInput = z.output<typeof changeSearchInput>

/** The input of the form that changes a saved search. */
export const changeSearchForm = changeSearchInput.pick({ mails: true }).extend({
  name: changeSearchInput.shape.name.unwrap(),
})

/** The time of the last displayed find (ISO, UTC), so that later ones stay new. */
export const findsSeenInput = savedSearchInput.extend({ until: z.iso.datetime() })

/** The token of an emailed link. Anything else counts as an unknown token. */
export const newInTokenInput = z.object({ token: z.string().max(200).catch('') })
