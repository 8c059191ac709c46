import { z } from 'zod'
import type { StoreApproval } from '#server/stores/store-platform.ts'
import { wooUrlOf } from './rest-api.ts'

/** WooCommerce uses this name for the key: 'WTF - API (2026-11-28 10:00:00)'. */
const APP_NAME = 'WTF'

const keyMessage = z.object({
  /** Our text, which WooCommerce sends back unchanged. */
  user_id: z.string().min(1).max(100),
  consumer_key: z.string().regex(/^ck_[0-9A-Za-z_]{1,100}$/),
  consumer_secret: z.string().regex(/^cs_[0-9A-Za-z_]{1,100}$/),
})

/** Returns the page where the store's owner gives us a key. Creating webhooks needs the scope read_write. */
export const approvalPageOf: StoreApproval['pageOf'] = (shop, { state, returnUrl, callbackUrl }) => {
  const page = new URL(`${wooUrlOf(shop)}/wc-auth/v1/authorize`)
  const parameters = {
    app_name: APP_NAME,
    scope: 'read_write',
    user_id: state,
    return_url: returnUrl,
    callback_url: callbackUrl,
  }
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page.href
}

export const parseKey: StoreApproval['parseKey'] = (body) => {
  const given = keyMessage.safeParse(body)
  if (!given.success) return null
  const { user_id: state, consumer_key: key, consumer_secret: secret } = given.data
  return { state, token: `${key}:${secret}` }
}
