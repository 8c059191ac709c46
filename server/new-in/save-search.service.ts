import { randomBytes } from 'node:crypto'
import { getStore } from '#server/partners/partners.service.ts'
import type { Ask, PersonAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { searchQueryParams } from '#server/search/search.schema.ts'
import { explainSearch } from '#server/search/explain-search.ts'
import { meaningOf, searchNameOf } from './describe-search.ts'
import { MAX_SEARCHES } from './new-in-values.schema.ts'
import type { SaveSearchInput } from './new-in.schema.ts'
import { listOf, parseSavedList, type SavedList } from './saved-list.ts'

/** 128 bits cannot be guessed, so attempts need no limit. */
const TOKEN_BYTES = 16
export const newFeedToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** A list that could be saved, in its current state. */
interface ListFacts {
  /** Its canonical address. */
  list: string
  /** Its default name. */
  name: string
  /** In words, one per condition. */
  meaning: string[]
  /** All products of a brand or a store. */
  isFollowed: boolean
  /** Products in it now. */
  total: number
  /** The viewer's saved search of this list, if there is one. */
  savedId: string | null
}

type Asking = Pick<PersonAsk, 'db' | 'engine' | 'viewer'>

/**
 * Returns what saving a list would store.
 * @throws AppError not_found if the address is not a list's
 */
export async function previewSearch(ask: Asking, { list }: { list: string }): Promise<ListFacts> {
  const { facts } = await getFacts(ask, list)
  const saved = await ask.db.savedSearch.findFirst({
    where: { userId: ask.viewer.userId, list: facts.list, removedAt: null },
    select: { id: true },
  })
  return { ...facts, savedId: saved?.id ?? null }
}

/**
 * Saves a list, so that the viewer gets updates from now on. An existing saved search keeps its finds and gets the new
 * name and email setting. A removed one starts over.
 * @throws AppError not_found as previewSearch, conflict if the viewer has the maximum number
 */
export async function saveSearch(
  ask: Asking,
  { list: address, name, mails }: SaveSearchInput,
): Promise<{ searchId: string; message: string }> {
  const { db, viewer } = ask
  const { facts, corrections } = await getFacts(ask, address)
  const { list, meaning, isFollowed, name: ours } = facts
  const said = { name: name || ours, mails, meaning, corrections }
  return db.$transaction(async (tx) => {
    // Serialises two tabs, so that the second one counts the first one's search.
    await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${viewer.userId}::uuid FOR NO KEY UPDATE`
    const known = await tx.savedSearch.findUnique({
      where: { userId_list: { userId: viewer.userId, list } },
      select: { id: true, removedAt: true },
    })
    // Shown as a notice, which must not contain personal data.
    const message = isFollowed ? 'You are now following this.' : 'Search saved. We will notify you about new matches.'
    if (known && !known.removedAt) {
      await tx.savedSearch.update({ where: { id: known.id }, data: said })
      return { searchId: known.id, message }
    }
    const count = await tx.savedSearch.count({ where: { userId: viewer.userId, removedAt: null } })
    if (count >= MAX_SEARCHES) throw new AppError('conflict', isFull)
    const fresh = { ...said, isPaused: false, createdAt: new Date(), mailedAt: null, removedAt: null }
    const { id } = await tx.savedSearch.upsert({
      where: { userId_list: { userId: viewer.userId, list } },
      create: { id: newId(), userId: viewer.userId, list, feedToken: newFeedToken(), ...fresh },
      update: fresh,
      select: { id: true },
    })
    return { searchId: id, message }
  })
}

const isFull = `You have reached the limit of ${MAX_SEARCHES} saved searches and followed brands. Remove one to add another.`

/** Returns a list's current state, and the typo corrections of its search. */
async function getFacts(
  { db, engine }: Pick<Ask, 'db' | 'engine'>,
  address: string,
): Promise<{ facts: Omit<ListFacts, 'savedId'>; corrections: Record<string, string> }> {
  const asked = parseSavedList(address)
  if (!asked) throw new AppError('not_found', 'List not found.')
  const store = asked.partnerId === null ? null : await getStore(db, asked.partnerId)
  const { isSentence, total, ...found } = await explainSearch({ db, engine }, asked.input)
  const list = isSentence ? asSentence(asked) : asked
  const { q } = list.input
  const meaning = meaningOf({ ...found, q, isSentence, storeName: store?.businessName ?? null })
  return {
    facts: { list: list.address, name: searchNameOf(meaning), meaning, isFollowed: list.isFollowed, total },
    corrections: Object.fromEntries(found.corrections.map(({ typed, read }) => [typed, read])),
  }
}

/** Interprets a list that was typed in Normal mode as a sentence, as its page does if the words alone find less. */
function asSentence({ address, partnerId, ...list }: SavedList): SavedList {
  const params = Object.fromEntries(new URL(address, 'https://any.invalid').searchParams)
  const query = searchQueryParams.parse({ ...params, mode: 'intelligent' })
  return listOf(query, partnerId, false) ?? { address, partnerId, ...list }
}
