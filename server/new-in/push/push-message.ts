/** What a notification says, as the service worker reads it (server/http/service-worker/worker.js). Nothing in it is secret. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it leads to. */
  path: string
  /** For the icon of the installed app: how much its owner has not seen. */
  unseen: number
}

/** A new product in a search. */
export interface PushNews {
  searchId: string
  search: string
  productId: string
}

/** Searches that are named. */
const MOST_NAMED = 3
/** Characters of each: all together stay far below the 4 KB that push services take. */
const MAX_NAME = 60
const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/**
 * 'Six new in Linen dresses', or of several searches together. It only counts: what was found is on its page and in mails.
 * @param news the most telling first; at least one
 */
export function pushMessage(news: readonly PushNews[], unseen: number): PushMessage {
  const products = new Set(news.map(({ productId }) => productId))
  const searches = new Map<string, { name: string; found: number }>()
  for (const { searchId, search } of news)
    searches.set(searchId, { name: shortened(search), found: (searches.get(searchId)?.found ?? 0) + 1 })
  const [only, ...others] = searches
  const count = `${NUMBERS[products.size] ?? products.size} new`
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
  const left = texts.length - MOST_NAMED
  return texts.slice(0, MOST_NAMED).join(', ') + (left > 0 ? ` and ${left} more` : '')
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
