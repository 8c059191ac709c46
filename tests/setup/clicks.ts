import { afterAll, beforeAll } from 'vitest'
import type { Product } from '#prisma/generated/client.ts'
import type { Click } from '#server/outbound/click.ts'
import { ClickRecorder, type ClickAnswer } from '#server/outbound/record-clicks.ts'
import { newVisitorId } from '#server/outbound/visitor-cookie.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import type { TestDatabase } from './test-database.ts'

/** Provides a listed product and a click recorder for one test file, from beforeAll on. */
export function useClicks(database: TestDatabase) {
  const given = {} as { clicks: ClickRecorder; product: Product & { variants: Array<{ id: string }> } }

  /** Creates a listed product of a new partner. */
  async function createListed(
    partner: Parameters<typeof createPartner>[1] = {},
    fields: Partial<Parameters<typeof createProduct>[1]> = {},
  ) {
    const { id } = await createPartner(database.db, partner)
    return createProduct(database.db, { partnerId: id, ...fields })
  }

  /** Returns a returning shopper's first click, with changes. */
  const click = (changes: Partial<Click> = {}): Click => ({
    productId: given.product.id,
    variantId: null,
    userId: null,
    isUserUnknown: false,
    visitorId: newVisitorId(),
    isYoung: false,
    surface: 'discover',
    position: null,
    searchId: null,
    referrerPath: null,
    browserFamily: 'Firefox',
    country: 'GB',
    isLocated: false,
    device: 'phone',
    agent: null,
    ipHash: null,
    uncounted: null,
    ...changes,
  })
  const record = (changes: Partial<Click> = {}) => given.clicks.record(click(changes))

  /** Returns a visitor's stored clicks, oldest first. */
  const stored = (visitorId: string) =>
    database.db.outboundClick.findMany({ where: { visitorId }, orderBy: [{ clickedAt: 'asc' }, { id: 'asc' }] })

  beforeAll(async () => {
    given.clicks = new ClickRecorder(database.db)
    given.product = await createListed()
  })
  afterAll(() => given.clicks.flush())

  return { given, createListed, click, record, stored }
}

/** Returns the redirect's address; 'none:' without a redirect. */
export const urlOf = (answer: ClickAnswer): URL => new URL(answer.outcome === 'redirect' ? answer.url : 'none:')

/** Returns the click id in the redirect; '' if there is none. */
export const clickIdOf = (answer: ClickAnswer): string => urlOf(answer).searchParams.get('wtf_cid') ?? ''
