import { z } from 'zod'
import { askShopify } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess, Subscribed, Subscription } from '#server/stores/store-platform.ts'

/** The webhook topics that we subscribe to. */
export const TOPICS = [
  'orders/create',
  'orders/paid',
  'orders/updated',
  'orders/cancelled',
  'refunds/create',
  'products/create',
  'products/update',
  'products/delete',
  'inventory_levels/update',
  'app/uninstalled',
] as const

export type Topic = (typeof TOPICS)[number]

const MAX_PAGES = 20

const page = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
const created = z.object({
  webhookSubscriptionCreate: z.object({
    webhookSubscription: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
})

/** Converts a topic: 'orders/create' -> 'ORDERS_CREATE'. */
const enumOf = (topic: string): string => topic.replace('/', '_').toUpperCase()

/**
 * Converts a topic back: 'ORDERS_CREATE' -> 'orders/create', 'INVENTORY_LEVELS_UPDATE' -> 'inventory_levels/update'.
 */
const topicOf = (name: string): string => name.toLowerCase().replace(/_(?=[^_]*$)/, '/')

/**
 * Subscribes to these topics at an address, each separately. Existing subscriptions to that address stay.
 * @returns the subscription of each topic, or why the store refused it
 * @throws StoreError if the store cannot be reached at all
 */
export async function subscribeTo(
  access: StoreAccess,
  callbackUrl: string,
  topics: readonly string[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Subscribed> {
  const options = signal ? { signal } : {}
  const known = new Map(
    (await listShopifySubscriptions(access, options)).flatMap(({ id, topic, uri }) =>
      uri === callbackUrl ? [[topic, id] as const] : [],
    ),
  )
  const result: Subscribed = {}
  for (const topic of topics) {
    const id = known.get(topic)
    result[topic] = id === undefined ? await subscribe(access, callbackUrl, topic, options) : { id }
  }
  return result
}

async function subscribe(
  access: StoreAccess,
  uri: string,
  topic: string,
  options: { signal?: AbortSignal },
): Promise<{ id: string } | { error: string }> {
  try {
    const given = created.safeParse(
      await askShopify(access, DOCUMENTS.subscribe, { topic: enumOf(topic), uri }, options),
    )
    if (!given.success) return { error: 'The store sent a response that we cannot read.' }
    const { webhookSubscription, userErrors } = given.data.webhookSubscriptionCreate
    if (webhookSubscription) return { id: webhookSubscription.id }
    return { error: userErrors[0]?.message.slice(0, 300) ?? 'The store gave no reason.' }
  } catch (error) {
    if (error instanceof StoreError && (error.kind === 'forbidden' || error.kind === 'bad_answer'))
      return { error: error.message }
    throw error
  }
}

/** Returns all our subscriptions in the store. @throws StoreError */
export async function listShopifySubscriptions(
  access: StoreAccess,
  options: { signal?: AbortSignal } = {},
): Promise<Subscription[]> {
  const found: Subscription[] = []
  let after: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const given = page.safeParse(await askShopify(access, DOCUMENTS.subscriptions, { after }, options))
    if (!given.success)
      throw new StoreError('bad_answer', `${access.shop} sent a list of webhooks that we cannot read.`)
    const { nodes, pageInfo } = given.data.webhookSubscriptions
    found.push(...nodes.map((node) => ({ ...node, topic: topicOf(node.topic), isActive: true })))
    if (!pageInfo.hasNextPage) break
    after = pageInfo.endCursor
  }
  return found
}

/** Deletes subscriptions; skips those that no longer exist. @throws StoreError */
export async function unsubscribeFromShopify(
  access: StoreAccess,
  ids: readonly string[],
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  for (const id of ids) await askShopify(access, DOCUMENTS.unsubscribe, { id }, options)
}
