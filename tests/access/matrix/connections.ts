import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import { createClick, createProduct } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { anyOf, ELSEWHERE, flagOf, idOf, importOf, saleOf, storeOf } from './fixtures.ts'
import { type Cell, EDITORS, instead, MEMBERS, type Outcomes, OWNERS, type Row, type Rows } from './outcomes.ts'
import { aboutProduct, ownGoods } from './products.ts'

const bothStores: Cell['before'] = async (db, { me, stranger }) => {
  await storeOf(db, me)
  await storeOf(db, stranger)
}
/**
 * Sets up two stores. The caller's store has stopped sending messages. Since then the stranger's store has had a click,
 * a sale, a flag and a link test.
 */
const healthOfBoth: Cell['before'] = async (db, scene) => {
  const { me, stranger } = scene
  if (!me.partner || !stranger.partner) return
  await bothStores(db, scene)
  const connectionId = me.partner.id
  await db.shopifyConnection.update({
    where: { id: connectionId },
    data: { lastDeliveryAt: new Date(Date.now() - 10 * 86_400_000) },
  })
  await db.shopifyWebhook.createMany({
    data: TOPICS.map((topic) => ({ connectionId, topic, subscriptionId: topic })),
  })
  await createClick(db, await createProduct(db, { partnerId: stranger.partner.id }))
  await saleOf(db, stranger)
  await flagOf(db, stranger)
  await linkTestOf(db, stranger)
}
const linkTestOf = async (db: Db, { partner }: Person) =>
  partner && db.linkTest.create({ data: { partnerId: partner.id, isKept: false, hops: [], verdict: ELSEWHERE } })
const stateOf = ({ user }: Person) => `state of ${user.id}`
/** Creates an approval: the store of the person's partner has approved our app and sent a key. */
const approvalOf = async (db: Db, person: Person) =>
  person.partner &&
  db.storeApproval.create({
    data: {
      partnerId: person.partner.id,
      sessionId: person.sessionId,
      stateHash: createHash('sha256').update(stateOf(person)).digest('hex'),
      shop: 'velvet.example',
      keyId: 'key',
      sealedToken: new Uint8Array(1),
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
/**
 * Creates a listed product of the person's partner, with a link to its domain, and a connected store. Nothing responds
 * at that address.
 */
const linkOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id: partnerId } = partner
  const host = `${partnerId}.example`
  await db.partnerDomain.create({ data: { host, partnerId } })
  const product = await createProduct(db, { partnerId, productUrl: `http://${host}/coat` })
  await storeOf(db, { partner } as Person)
  await db.storeProduct.create({
    data: { connectionId: partnerId, externalId: '1', productId: product.id, updatedAt: new Date() },
  })
}
const ofOwnStore = (outcomes: Outcomes, input?: object): Row => ({
  own: { before: bothStores, outcomes, ...(input && { input: () => input }) },
})

export const CONNECTIONS_ROWS: Rows = {
  'connections.mine': {
    own: {
      before: async (db, scene) => {
        const { partner } = scene.stranger
        await bothStores(db, scene)
        if (!partner) return
        await importOf({ status: 'read' })(db, scene.stranger)
        await db.productImport.update({ where: { id: partner.id }, data: { source: 'store', message: ELSEWHERE } })
      },
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'connections.health': {
    own: {
      before: healthOfBoth,
      outcomes: MEMBERS,
      hides: () => [
        ELSEWHERE,
        'We are receiving orders that contain our click IDs',
        'We have received no webhooks',
        'silent_store',
      ],
    },
    // The caller has no store, so there is nothing to report.
    foreign: {
      before: (db, { stranger }) => storeOf(db, stranger),
      outcomes: MEMBERS,
      hides: () => ['Link keeps the click ID'],
    },
  },
  'connections.productLink': aboutProduct(MEMBERS, ownGoods),
  'connections.lossMap': {
    // The stranger's store reports a sale by a click on another store's product.
    own: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        const { id: clickId } = await createClick(db, await createProduct(db, { partnerId: me.partner.id }))
        await saleOf(db, stranger)
        await db.conversion.update({ where: { id: stranger.partner.id }, data: { clickId } })
      },
      outcomes: MEMBERS,
      hides: anyOf('orders'),
    },
    foreign: {
      before: async (db, { stranger: { partner } }) =>
        partner && createClick(db, await createProduct(db, { partnerId: partner.id })),
      outcomes: MEMBERS,
      hides: anyOf('clicks'),
    },
  },
  'connections.deadLetters': {
    own: { before: bothStores, outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
  },
  // A store is already connected.
  'connections.connect': ofOwnStore(instead(OWNERS, 'CONFLICT'), {
    mode: 'token',
    storeUrl: 'velvet',
    accessToken: 'shpat_1',
    apiSecret: 'secret',
  }),
  'connections.connectByKey': ofOwnStore(instead(OWNERS, 'CONFLICT'), {
    storeUrl: 'https://velvet.example',
    consumerKey: 'ck_1',
    consumerSecret: 'cs_1',
  }),
  'connections.startApproval': ofOwnStore(instead(OWNERS, 'CONFLICT'), { storeUrl: 'https://velvet.example' }),
  // The caller has not asked for approval.
  'connections.finishApproval': {
    own: { input: () => ({ state: 'a state', isGranted: true }), outcomes: instead(OWNERS, 'NOT_FOUND') },
    foreign: {
      before: (db, { stranger }) => approvalOf(db, stranger),
      input: ({ stranger }) => ({ state: stateOf(stranger), isGranted: true }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
  // The store's API does not answer.
  'connections.reconnect': ofOwnStore(instead(OWNERS, 'BAD_REQUEST'), {
    mode: 'token',
    accessToken: 'shpat_1',
    apiSecret: 'secret',
  }),
  'connections.rotateSecret': ofOwnStore(OWNERS, { newSecret: 'secret' }),
  'connections.disconnect': ofOwnStore(OWNERS),
  'connections.compare': ofOwnStore(EDITORS),
  'connections.importAgain': ofOwnStore(EDITORS),
  'connections.testLink': {
    // The stranger has just tested a link, which does not delay the caller's test. Products of unapproved partners are
    // not listed.
    own: {
      before: async (db, { me, stranger }) => {
        await linkOf(db, me)
        await linkTestOf(db, stranger)
      },
      outcomes: { ...EDITORS, pendingPartner: 'CONFLICT' },
    },
    // The caller has no product with a link.
    foreign: { before: (db, { stranger }) => linkOf(db, stranger), outcomes: instead(EDITORS, 'CONFLICT') },
  },
  'connections.retry': {
    own: { before: bothStores, input: ({ me }) => ({ eventId: idOf(me) }), outcomes: EDITORS },
    foreign: {
      before: bothStores,
      input: ({ stranger }) => ({ eventId: idOf(stranger) }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
}
