import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { NO_STORE } from '#server/sales/find-sale.ts'
import { createClick, createProduct } from '#tests/factories.ts'
import { storeOrder } from '#tests/setup/sales.ts'
import type { Person } from '../scene.ts'
import { ELSEWHERE, idOf, saleOf } from './fixtures.ts'
import { type Cell, EDITORS, instead, MEMBERS, type Outcomes, OWNERS, type Rows } from './outcomes.ts'

const BUYER = { legalName: 'A brand Ltd', address: '1 High Street', country: 'GB', vatNumber: '', purchaseOrder: '' }

const aboutSale = (name: 'saleId' | 'invoiceId', outcomes: Outcomes): { own: Cell; foreign: Cell } => ({
  own: { input: ({ me }) => ({ [name]: idOf(me) }), before: (db, { me }) => saleOf(db, me), outcomes },
  foreign: {
    input: ({ stranger }) => ({ [name]: idOf(stranger) }),
    before: (db, { stranger }) => saleOf(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** Creates a held order of the person's partner, with its id. */
const heldOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner &&
  db.heldOrder.create({
    data: {
      partnerId: partner.id,
      externalId: partner.id,
      source: 'shopify',
      currency: 'GBP',
      valueMinor: 99_000_000n,
      order: storeOrder({ id: partner.id }) as unknown as Prisma.InputJsonObject,
    },
  })
const heldInput = (person: Person) => ({
  orderId: idOf(person),
  storeId: NO_STORE,
  valueMinor: 99_000_000,
  currency: 'GBP',
})
const aboutHeld: { own: Cell; foreign: Cell } = {
  own: { input: ({ me }) => heldInput(me), before: (db, { me }) => heldOf(db, me), outcomes: OWNERS },
  foreign: {
    input: ({ stranger }) => heldInput(stranger),
    before: (db, { stranger }) => heldOf(db, stranger),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
}
const saleOfStranger: Cell['before'] = async (db, { stranger: { partner } }) => {
  if (!partner) return
  await saleOf(db, { partner })
  await db.saleLookup.upsert({
    where: { conversionId: partner.id },
    create: { conversionId: partner.id, partnerId: partner.id, text: '#1' },
    update: {},
  })
}
/** Creates an administrator's entry in a partner's ledger. It is not in the hash chain, which is not checked here. */
const entryOf = (
  db: Db,
  partnerId: string,
  {
    conversionId = null,
    seq = 1,
    reason = ELSEWHERE,
  }: { conversionId?: string | null; seq?: number; reason?: string } = {},
) =>
  db.commissionEntry.create({
    data: {
      partnerId,
      seq,
      kind: 'manual',
      conversionId,
      rateBps: 0,
      baseMinor: 0,
      amountMinor: 1,
      currency: 'GBP',
      effectiveAt: new Date(),
      reason,
      actor: 'system',
      previousHash: new Uint8Array(32),
      hash: new Uint8Array(32),
    },
  })

export const SALES_ROWS: Rows = {
  'sales.list': {
    own: { before: saleOfStranger, input: () => ({}), outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
    // A text search, which reads every sale.
    beside: {
      before: saleOfStranger,
      input: () => ({ q: '#1' }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'sales.file': { own: { input: () => ({}), outcomes: MEMBERS } },
  'sales.get': {
    ...aboutSale('saleId', MEMBERS),
    // One sale is by a click on the stranger's product. The other one is by a click on a product of the caller that now
    // belongs to the stranger. The entries of both partners have the same number.
    beside: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        const [mine, theirs] = [me.partner.id, stranger.partner.id]
        await saleOf(db, me)
        await saleOf(db, stranger)
        const product = await createProduct(db, { partnerId: theirs, name: ELSEWHERE })
        const { id: clickId } = await createClick(db, { id: product.id, partnerId: mine })
        await db.conversion.update({ where: { id: mine }, data: { clickId } })
        await entryOf(db, mine, { conversionId: mine, reason: 'Own' })
        await entryOf(db, theirs)
        await db.invoiceEntry.create({ data: { partnerId: theirs, seq: 1, invoiceId: theirs } })
      },
      input: ({ me }) => ({ saleId: idOf(me) }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [ELSEWHERE, idOf(stranger)],
      shows: () => ['"invoice":null'],
    },
    refused: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        await saleOf(db, me)
        const product = await createProduct(db, { partnerId: stranger.partner.id })
        const { id: clickId } = await createClick(db, product, { destinationUrl: ELSEWHERE })
        await db.conversion.update({ where: { id: me.partner.id }, data: { clickId } })
      },
      input: ({ me }) => ({ saleId: idOf(me) }),
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'sales.confirm': aboutSale('saleId', OWNERS),
  'sales.held': {
    own: {
      // The list is limited, so the caller's order would be cut off among everyone's.
      before: async (db, { me, stranger }) => {
        await heldOf(db, stranger)
        await heldOf(db, me)
      },
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
      shows: ({ me }) => [idOf(me)],
    },
  },
  'sales.confirmHeld': aboutHeld,
  'sales.refuseHeld': aboutHeld,
  'sales.ledger': { own: { outcomes: MEMBERS } },
  'sales.writtenEntries': {
    own: {
      before: async (db, { stranger: { partner } }) => partner && entryOf(db, partner.id),
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  // No commission is owed for this sale yet.
  'sales.dispute': {
    own: {
      input: ({ me }) => ({ saleId: idOf(me), reason: 'Not ours' }),
      before: (db, { me }) => saleOf(db, me),
      outcomes: instead(EDITORS, 'CONFLICT'),
    },
    foreign: {
      input: ({ stranger }) => ({ saleId: idOf(stranger), reason: 'Not ours' }),
      before: (db, { stranger }) => saleOf(db, stranger),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'sales.billing': {
    own: {
      before: async (db, { stranger }) => {
        const details = { legalName: ELSEWHERE, address: '', country: 'GB', vatNumber: '', purchaseOrder: '' }
        if (stranger.partner) await db.billingProfile.create({ data: { partnerId: stranger.partner.id, ...details } })
      },
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'sales.saveBilling': { own: { input: () => BUYER, outcomes: OWNERS } },
  'sales.invoicesFile': { own: { outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] } },
  'sales.invoices': {
    own: { before: saleOfStranger, outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
  },
  'sales.invoice': {
    ...aboutSale('invoiceId', MEMBERS),
    // The invoice has no entries, so there is no last one.
    beside: {
      before: async (db, { me, stranger: { partner } }) => {
        await saleOf(db, me)
        if (partner) await entryOf(db, partner.id, { seq: 0 })
      },
      input: ({ me }) => ({ invoiceId: idOf(me) }),
      outcomes: MEMBERS,
      hides: () => ['"lastEntry":{'],
    },
  },
}
