import { z } from 'zod'

/** How many hours both secrets are valid after a change. */
export const BOTH_SECRETS_HOURS = 24

/** 'name.myshopify.com' */
export const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/

const INVALID_URL = 'Invalid Store URL: Please enter a valid Shopify store URL'

const storeUrl = z
  .string()
  .trim()
  .min(1, 'Missing required information. Please enter your store URL.')
  .max(200, INVALID_URL)
  .transform((typed) => {
    const name = typed
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/+$/, '')
    return name.includes('.') ? name : `${name}.myshopify.com`
  })
  .refine((shop) => SHOP_DOMAIN.test(shop), INVALID_URL)

const accessToken = z
  .string()
  .trim()
  .min(1, 'Please enter your Shopify access token.')
  .max(200, 'Invalid Access Token')
  .regex(/^shpat_[\x21-\x7e]+$/, 'Invalid Access Token')

const printable = (name: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter your app’s ${name}.`)
    .max(200, `This is not a valid ${name}.`)
    .regex(/^[\x21-\x7e]*$/, `This is not a valid ${name}.`)

/** The partner's consent to switch to the store's currency. */
const takesCurrency = z.literal('on').optional()

const byToken = { mode: z.literal('token'), accessToken, apiSecret: printable('API secret key'), takesCurrency }
const byClient = {
  mode: z.literal('client_credentials'),
  clientId: printable('client ID'),
  clientSecret: printable('client secret'),
  takesCurrency,
}

export const connectStoreInput = z.discriminatedUnion('mode', [
  z.object({ ...byToken, storeUrl }),
  z.object({ ...byClient, storeUrl }),
])
export type ConnectStoreInput = z.output<typeof connectStoreInput>

const wooAddress = z
  .string()
  .trim()
  .min(1, 'Please enter your store’s address.')
  .max(200, 'Please enter an address such as https://shop.example.')
  .transform((typed) =>
    typed
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/+$/, ''),
  )
  .refine((shop) => URL.canParse(`https://${shop}`) && !/[?#@\s]/.test(shop), {
    error: 'Please enter an address such as https://shop.example.',
  })
const wooKey = (prefix: 'ck' | 'cs', name: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z_]{1,100}$`), `The ${name} begins with ${prefix}_.`)

/** A key of a WooCommerce store's REST API. */
export const connectByKeyInput = z.object({
  storeUrl: wooAddress,
  consumerKey: wooKey('ck', 'consumer key'),
  consumerSecret: wooKey('cs', 'consumer secret'),
  takesCurrency,
})
export type ConnectByKeyInput = z.output<typeof connectByKeyInput>

/** How long the owner of a store has to approve us in its admin. */
export const APPROVAL_MINUTES = 15

/** The address of a WooCommerce store whose owner will approve us in its admin. */
export const approvalInput = connectByKeyInput.pick({ storeUrl: true })
export type ApprovalInput = z.output<typeof approvalInput>

/** The parameters of the redirect from the store's admin back to us. */
export const returnInput = z.object({ state: z.string().min(1).max(100), isGranted: z.boolean(), takesCurrency })
export type ReturnInput = z.output<typeof returnInput>

/** New credentials of the connected store: a token with its app's API secret, or a client id and secret. */
export const reconnectStoreInput = z.discriminatedUnion('mode', [z.object(byToken), z.object(byClient)])
export type ReconnectStoreInput = z.output<typeof reconnectStoreInput>

export const rotateSecretInput = z.object({ newSecret: printable('API secret key') })
export type RotateSecretInput = z.output<typeof rotateSecretInput>

export const eventInput = z.strictObject({ eventId: z.uuid() })
export type EventInput = z.output<typeof eventInput>

const page = z.coerce.number().int().min(1).max(10_000).catch(1).default(1)
export const pageQuery = z.object({ page })
export type PageQuery = z.output<typeof pageQuery>

/** Stores that work only in part, and disconnected stores. */
export const brokenStoresQuery = z.object({
  show: z.enum(['degraded', 'ended']).catch('degraded').default('degraded'),
  page,
})
export type BrokenStoresQuery = z.output<typeof brokenStoresQuery>

/** The views of the administrators' page: stores, or failed messages from stores. */
export const brokenPageQuery = z.object({
  show: z.enum(['degraded', 'ended', 'letters']).catch('degraded').default('degraded'),
  page,
})
