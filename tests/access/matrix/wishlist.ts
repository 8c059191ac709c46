import type { Db } from '#server/platform/db.ts'
import { createWishes } from '#tests/factories.ts'
import type { Person, Scene } from '../scene.ts'
import { ownProduct } from './fixtures.ts'
import { all, EVERYBODY, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const wishedByStranger = ({ stranger }: Scene) => ({ productId: stranger.product.id })

const fileOf = (productId: string) => ({ text: JSON.stringify([{ productId, note: 'mine' }]) })

const SHARED = { mine: { title: 'My own things' }, strangers: { title: 'Things of the stranger' } }
/** Derives a token from the account, so that each scene has separate links. */
const shareTokenOf = ({ user }: Person) => Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url')
const sharedByMe = ({ me }: Scene) => ({ token: shareTokenOf(me) })
const sharedByStranger = ({ stranger }: Scene) => ({ token: shareTokenOf(stranger) })
const shareBoth = (db: Db, { me, stranger }: Scene) =>
  db.wishlistShare.createMany({
    data: [
      { userId: me.user.id, token: shareTokenOf(me), ...SHARED.mine },
      { userId: stranger.user.id, token: shareTokenOf(stranger), ...SHARED.strangers },
    ],
  })

export const WISHLIST_ROWS: Rows = {
  'wishlist.ids': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  'wishlist.lookbook': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  'wishlist.list': {
    own: { input: () => ({ page: 1 }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
    // The stranger has removed a product later.
    beside: {
      before: async (db, { me, stranger }) => {
        const removedAt = new Date(Date.now() + 3600_000)
        await db.removedWish.updateMany({ where: { userId: me.user.id }, data: { removedAt } })
        await db.removedWish.updateMany({
          where: { userId: stranger.user.id },
          data: { removedAt: new Date(removedAt.getTime() + 1) },
        })
      },
      input: () => ({ page: 1 }),
      outcomes: SIGNED_IN,
      shows: ({ me }) => [me.batchId],
    },
  },
  'wishlist.item': {
    own: { input: ({ me }) => ({ itemId: me.itemId }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ itemId: stranger.itemId }), outcomes: signedIn('NOT_FOUND') },
  },
  'wishlist.update': {
    own: { input: ({ me }) => ({ itemId: me.itemId, note: 'Mine' }), outcomes: SIGNED_IN },
    foreign: {
      input: ({ stranger }) => ({ itemId: stranger.itemId, note: 'Mine' }),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'wishlist.bulkAdd': {
    own: { input: ({ product }) => ({ productIds: [product.id] }), outcomes: SIGNED_IN },
    // A product on the stranger's wishlist can still be added.
    foreign: {
      input: ({ stranger }) => ({ productIds: [stranger.product.id] }),
      outcomes: SIGNED_IN,
      shows: () => ['"added":1'],
    },
  },
  'wishlist.bulkRemove': {
    own: { input: ({ me }) => ({ itemIds: [me.itemId] }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ itemIds: [stranger.itemId] }), outcomes: SIGNED_IN },
  },
  'wishlist.clear': { own: { outcomes: SIGNED_IN } },
  'wishlist.undoRemoval': {
    own: { input: ({ me }) => ({ batchId: me.batchId }), outcomes: SIGNED_IN },
    // The caller has added the product again, and the stranger has not.
    foreign: {
      before: (db, { me, product }) => createWishes(db, me.user.id, [product.id]),
      input: ({ stranger }) => ({ batchId: stranger.batchId }),
      outcomes: signedIn('NOT_FOUND'),
    },
    // The stranger has added the product again, and the caller has not.
    beside: {
      before: (db, { stranger, product }) => createWishes(db, stranger.user.id, [product.id]),
      input: ({ me }) => ({ batchId: me.batchId }),
      outcomes: SIGNED_IN,
    },
  },
  'wishlist.events': {
    own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id, stranger.product.name] },
  },
  'wishlist.unseen': { own: { outcomes: SIGNED_IN } },
  'wishlist.markEventsSeen': { own: { input: () => ({ until: new Date().toISOString() }), outcomes: SIGNED_IN } },
  'wishlist.settings': { own: { outcomes: SIGNED_IN } },
  'wishlist.updateSettings': {
    own: {
      input: () => ({ timeZone: 'Asia/Tokyo', quietFrom: 0, quietUntil: 6, dropPercent: 20 }),
      outcomes: SIGNED_IN,
    },
    refused: {
      input: () => ({ timeZone: 'Atlantis/Capital', quietFrom: 0, quietUntil: 6, dropPercent: 20 }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'wishlist.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'wishlist.add': {
    own: { input: ownProduct, outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },
  'wishlist.remove': {
    own: { input: ({ me }) => ({ productId: me.product.id }), outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },
  'wishlist.toggle': {
    own: { input: ownProduct, outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },
  'wishlist.export': {
    own: { input: () => ({ format: 'json' }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
  },
  'wishlist.import': {
    own: { input: ({ product }) => fileOf(product.id), outcomes: SIGNED_IN },
    // A file lists products without their owner, so anyone can import it.
    foreign: { input: ({ stranger }) => fileOf(stranger.product.id), outcomes: SIGNED_IN },
  },
  'wishlist.share': { own: { before: shareBoth, outcomes: SIGNED_IN, hides: () => [SHARED.strangers.title] } },
  'wishlist.startSharing': {
    own: { before: shareBoth, input: () => ({ title: 'Changed' }), outcomes: SIGNED_IN },
  },
  'wishlist.stopSharing': { own: { before: shareBoth, outcomes: SIGNED_IN } },
  // Anyone with the link can read the list, but it does not show its owner.
  'wishlist.shared': {
    own: { before: shareBoth, input: sharedByMe, outcomes: EVERYBODY, hides: ({ stranger }) => [stranger.product.id] },
    foreign: { before: shareBoth, input: sharedByStranger, outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('NOT_FOUND') },
  },
  'wishlist.copyShared': {
    own: { before: shareBoth, input: sharedByMe, outcomes: signedIn('BAD_REQUEST') },
    foreign: { before: shareBoth, input: sharedByStranger, outcomes: SIGNED_IN },
    refused: { input: () => ({ token: 'unknown' }), outcomes: signedIn('NOT_FOUND') },
  },
  'wishlist.analytics': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  // The stranger's product is on sale like any other.
  'wishlist.recommendations': { own: { outcomes: SIGNED_IN } },
}
