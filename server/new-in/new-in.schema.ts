import { z } from 'zod'
import { MOST_NAME } from './new-in-values.schema.ts'

/** How often mails tell of a saved search. */
const MAILS = ['daily', 'weekly', 'off'] as const
export type Mails = (typeof MAILS)[number]

/** Of a list, as links and forms carry it. What is longer is no list of ours. */
const MOST_ADDRESS = 4_000

const searchId = z.uuid()

/** Its owner reads it in mails and feed readers: one line, and nothing invisible. */
const name = z
  .string()
  .max(MOST_NAME * 4, `Please use at most ${MOST_NAME} characters`)
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/[\u200B\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
      .trim(),
  )
  .pipe(z.string().max(MOST_NAME, `Please use at most ${MOST_NAME} characters`))

/** A list of the shop by its address. What is no list is not found, as a page would be. */
export const listInput = z.object({ list: z.string().max(MOST_ADDRESS) })

export const saveSearchInput = listInput.extend({
  /** '' for the name that we would give it. */
  name: name.default(''),
  mails: z.enum(MAILS, 'Please choose how often we email you'),
})
export type SaveSearchInput = z.output<typeof saveSearchInput>

/** The same from a form. */
export const saveSearchForm = saveSearchInput.omit({ list: true })

/** False for what cannot be a saved search. */
export const isSearchId = (text: string): boolean => searchId.safeParse(text).success

export const savedSearchInput = z.object({ searchId })

/** What is to be different; what is absent stays. */
export const changeSearchInput = savedSearchInput.extend({
  name: name.pipe(z.string().min(1, 'Please enter a name')).optional(),
  mails: saveSearchInput.shape.mails.optional(),
  isPaused: z.boolean().optional(),
})
export type ChangeSearchInput = z.output<typeof changeSearchInput>

/** The same from a form. */
export const changeSearchForm = changeSearchInput.pick({ mails: true }).extend({
  name: changeSearchInput.shape.name.unwrap(),
})

/** What was shown last, so that what came since stays new. ISO, UTC. */
export const findsSeenInput = savedSearchInput.extend({ until: z.iso.datetime() })

/** From a mail's link. Anything else is treated as an unknown token. */
export const newInTokenInput = z.object({ token: z.string().max(200).catch('') })

/** Of push services: real ones are a few hundred characters. */
const MOST_ENDPOINT = 1_000

/** Whether a browser's maker could take messages there, at the port of https. That it leads to no private network, whoever sends asks once more. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  return protocol === 'https:' && !port && !username && !password && /[a-z]$/.test(hostname) && hostname.includes('.')
}

const endpointProblem = 'We cannot send notifications to this browser. Please try another one.'

/** What a browser gives to be told by: `PushSubscription.toJSON()`. The key is a point (65 bytes), the secret 16 bytes. */
export const deviceInput = z.object({
  endpoint: z.string().max(MOST_ENDPOINT, endpointProblem).refine(isEndpoint, endpointProblem),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})
export type DeviceInput = z.output<typeof deviceInput>

/** Absent: the browser that asks. */
export const forgetDeviceInput = z.object({ deviceId: z.uuid().optional() })
