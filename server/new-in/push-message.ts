import type { PushMessage } from '#server/push/write-notice.ts'

export interface PushNews {
  searchId: string
  search: string
  productId: string
}

/** Maximum number of searches that are named. */
const MAX_NAMED = 3
/** Maximum characters of each name. Together they stay far below the push services' limit of 4 KB. */
const MAX_NAME = 60

/**
 * Returns '6 new items in Linen dresses', or a text about several searches. The text only counts the items, because the
 * page and the emails name them.
 * @param news the most important first; at least one
 */
export function pushMessage(news: readonly PushNews[], unseen: number): PushMessage {
  const products = new Set(news.map(({ productId }) => productId))
  const searches = new Map<string, { name: string; found: number }>()
  for (const { searchId, search } of news)
    searches.set(searchId, { name: shortened(search), found: (searches.get(searchId)?.found ?? 0) + 1 })
  const [only, ...others] = searches
  const count = products.size === 1 ? '1 new item' : `${products.size} new items`
  if (only && !others.length)
    return {
      title: `${count} in ${only[1].name}`,
      body: '',
      path: `/new-in/${only[0]}`,
      unseen,
    }
  return {
    title: `${count} for you`,
    body: listed([...searches.values()].map(({ name, found }) => `${name}: ${found}`)),
    path: '/new-in',
    unseen,
  }
}

function listed(texts: readonly string[]): string {
  const left = texts.length - MAX_NAMED
  return texts.slice(0, MAX_NAMED).join(', ') + (left > 0 ? ` and ${left} more` : '')
}

function shortened(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > MAX_NAME
    ? `${line
        .slice(0, MAX_NAME - 1)
        .replace(/\p{Cs}$/u, '')
        .trimEnd()}…`
    : line
}
