import { randomBytes } from 'node:crypto'
import { getStore } from '#server/partners/partners.service.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { searchQueryParams } from '#server/search/search.schema.ts'
import { explainSearch } from '#server/search/explain-search.ts'
import { meaningOf, nameOf } from './describe-search.ts'
import { MOST_SEARCHES } from './new-in-values.schema.ts'
import type { SaveSearchInput } from './new-in.schema.ts'
import { listOf, readList, type SavedList } from './saved-list.ts'

/** 128 bits cannot be guessed, so nobody has to count who tries. */
const TOKEN_BYTES = 16
export const newFeedToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** A list that could be saved, as it is at present. */
interface ListFacts {
  /** Its address, as it would be kept. */
  list: string
  /** The name that we would give it. */
  name: string
  /** In words, one a condition. */
  meaning: string[]
  /** All of a brand or a store. */
  isFollowed: boolean
  /** Products in it now. */
  total: number
  /** The viewer's saved search of this list, if there is one. */
  savedId: string | null
}

type Asking = Pick<SignedInAsk, 'db' | 'engine' | 'viewer'>

/**
 * What it would be to save a list.
 * @throws AppError not_found where the address is that of no list
 */
export async function previewSearch(ask: Asking, { list }: { list: string }): Promise<ListFacts> {
  const { facts } = await readFacts(ask, list)
  const saved = await ask.db.savedSearch.findFirst({
    where: { userId: ask.viewer.userId, list: facts.list, removedAt: null },
    select: { id: true },
  })
  return { ...facts, savedId: saved?.id ?? null }
}

/**
 * Saves a list, so that the viewer is told what is new in it from now on. One that is saved already keeps what it has
 * found, and gets the name and the mails that are asked for now. One that was removed begins anew.
 * @throws AppError not_found as previewSearch, conflict if the viewer has as many as we keep
 */
export async function saveSearch(
  ask: Asking,
  { list: address, name, mails }: SaveSearchInput,
): Promise<{ searchId: string; message: string }> {
  const { db, viewer } = ask
  const { facts, corrections } = await readFacts(ask, address)
  const { list, meaning, isFollowed, name: ours } = facts
  const said = { name: name || ours, mails, meaning, corrections }
  return db.$transaction(async (tx) => {
    // Two tabs at once: the second one counts what the first has saved.
    await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${viewer.userId}::uuid FOR NO KEY UPDATE`
    const known = await tx.savedSearch.findUnique({
      where: { userId_list: { userId: viewer.userId, list } },
      select: { id: true, removedAt: true },
    })
    // Told by a notice, which may hold nothing personal.
    const message = isFollowed ? 'You are following it now.' : 'Search saved. We will tell you about new matches.'
    if (known && !known.removedAt) {
      await tx.savedSearch.update({ where: { id: known.id }, data: said })
      return { searchId: known.id, message }
    }
    const count = await tx.savedSearch.count({ where: { userId: viewer.userId, removedAt: null } })
    if (count >= MOST_SEARCHES) throw new AppError('conflict', isFull)
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

const isFull = `You have reached the limit of ${MOST_SEARCHES} saved searches and followed brands. Remove one to add another.`

/** A list at present, and how the shop reads its typing errors. */
async function readFacts(
  { db, engine }: Pick<Ask, 'db' | 'engine'>,
  address: string,
): Promise<{ facts: Omit<ListFacts, 'savedId'>; corrections: Record<string, string> }> {
  const asked = readList(address)
  if (!asked) throw new AppError('not_found', 'List not found.')
  const store = asked.partnerId === null ? null : await getStore(db, asked.partnerId)
  const { isSentence, total, ...found } = await explainSearch({ db, engine }, asked.input)
  const list = isSentence ? asSentence(asked) : asked
  const { q } = list.input
  const meaning = meaningOf({ ...found, q, isSentence, storeName: store?.businessName ?? null })
  return {
    facts: { list: list.address, name: nameOf(meaning), meaning, isFollowed: list.isFollowed, total },
    corrections: Object.fromEntries(found.corrections.map(({ typed, read }) => [typed, read])),
  }
}

/** What was typed in Normal mode, and is shown as a sentence because its words alone find less. */
function asSentence({ address, partnerId, ...list }: SavedList): SavedList {
  const params = Object.fromEntries(new URL(address, 'https://any.invalid').searchParams)
  const query = searchQueryParams.parse({ ...params, mode: 'intelligent' })
  return listOf(query, partnerId, false) ?? { address, partnerId, ...list }
}
