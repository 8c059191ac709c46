import { TOPICS } from '#server/shopify/subscriptions.ts'

/** Groups of webhook topics with limits of their own, so that products never keep out orders, refunds or a removed app. */
export type TopicGroup = 'orders' | 'products' | 'app'

/** Returns null for a topic that we do not subscribe to. */
export function groupOf(topic: string): TopicGroup | null {
  if (!TOPICS.some((known) => known === topic)) return null
  if (/^(?:products|inventory_levels)\//.test(topic)) return 'products'
  return topic.startsWith('app/') ? 'app' : 'orders'
}

export const topicsOf = (group: TopicGroup): string[] => TOPICS.filter((topic) => groupOf(topic) === group)
