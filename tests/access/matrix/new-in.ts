import { createECDH } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Person, Scene } from '../scene.ts'
import { all, EVERYBODY, type Row, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const SAVED_LIST = '/discover?q=linen'
const SAVED = { mine: 'Linen of mine', strangers: 'Linen of the stranger' }
/** Saves a search for both people, with the ids of their accounts. */
const saveBoth = (db: Db, { me, stranger }: Scene) =>
  db.savedSearch.createMany({
    data: (
      [
        [me, SAVED.mine],
        [stranger, SAVED.strangers],
      ] as const
    ).map(([{ user }, name]) => ({ id: user.id, userId: user.id, list: SAVED_LIST, name, feedToken: user.id })),
  })
const LATER = '2999-01-01T00:00:00Z'
/** Adds the same new product to both searches. */
async function findForBoth(db: Db, scene: Scene): Promise<void> {
  await saveBoth(db, scene)
  const { me, stranger } = scene
  await db.searchFind.createMany({
    data: [me, stranger].map(({ user: { id } }) => ({ searchId: id, userId: id, productId: stranger.product.id })),
  })
}
const saveOf = ({ user: { id } }: Person, db: Db, given: { removedAt?: Date; list?: string }) =>
  db.savedSearch.create({
    data: { id, userId: id, list: SAVED_LIST, name: SAVED.strangers, feedToken: id, ...given },
  })
/** Returns a list that nobody else has saved. */
const listOf = ({ user: { id } }: Person) => `/discover?q=linen${id.slice(-6)}`
const savedOf = (whose: 'me' | 'stranger', rest: object) => ({
  before: saveBoth,
  input: (scene: Scene) => ({ searchId: scene[whose].user.id, ...rest }),
})
const searchRow = (rest: object = {}): Row => ({
  own: { ...savedOf('me', rest), outcomes: SIGNED_IN, hides: () => [SAVED.strangers] },
  foreign: { ...savedOf('stranger', rest), outcomes: signedIn('NOT_FOUND') },
})

/** Returns the subscription that a browser sends to turn on notifications. */
const subscribed = () => ({
  endpoint: `https://push.example/${newId()}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
})
/** Subscribes the person's second session to notifications. The device has its owner's id. */
function tellIn(db: Db, { user, sessionId }: Person) {
  const { endpoint, keys } = subscribed()
  const data = { id: user.id, userId: user.id, sessionId, endpoint, ...keys, device: `At ${user.id}` }
  return db.pushSubscription.create({ data })
}

export const NEW_IN_ROWS: Rows = {
  'newIn.list': {
    own: { before: saveBoth, outcomes: SIGNED_IN, hides: () => [SAVED.strangers], shows: () => [SAVED.mine] },
    // The stranger has removed this search, and could restore it.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { removedAt: new Date() }),
      outcomes: SIGNED_IN,
      hides: () => [SAVED.strangers],
    },
  },
  'newIn.unseen': { own: { outcomes: SIGNED_IN } },
  'newIn.get': searchRow(),
  'newIn.preview': {
    own: { before: saveBoth, input: () => ({ list: SAVED_LIST }), outcomes: SIGNED_IN },
    // The stranger has saved the same list, but not for the caller.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { list: listOf(stranger) }),
      input: ({ stranger }) => ({ list: listOf(stranger) }),
      outcomes: SIGNED_IN,
    },
    refused: { input: () => ({ list: '/wishlist' }), outcomes: signedIn('NOT_FOUND') },
  },
  'newIn.save': {
    own: { before: saveBoth, input: () => ({ list: SAVED_LIST, name: 'Mine', mails: 'off' }), outcomes: SIGNED_IN },
    // The caller can save a list that only the stranger has saved.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { list: listOf(stranger) }),
      input: ({ stranger }) => ({ list: listOf(stranger), name: 'Mine', mails: 'off' }),
      outcomes: SIGNED_IN,
    },
    refused: { input: () => ({ list: '/wishlist', mails: 'off' }), outcomes: signedIn('NOT_FOUND') },
  },
  'newIn.change': searchRow({ name: 'Changed', mails: 'weekly', isPaused: true }),
  'newIn.renewFeed': searchRow(),
  'newIn.remove': searchRow(),
  'newIn.bringBack': searchRow(),
  // The stranger's new products stay marked as new.
  'newIn.markSeen': {
    own: { ...savedOf('me', { until: LATER }), before: findForBoth, outcomes: SIGNED_IN },
    foreign: { ...savedOf('stranger', { until: LATER }), before: findForBoth, outcomes: SIGNED_IN },
  },
  'newIn.devices': {
    own: {
      before: async (db, { me, stranger }) => {
        await tellIn(db, stranger)
        await tellIn(db, me)
      },
      outcomes: SIGNED_IN,
      hides: ({ stranger }) => [`At ${stranger.user.id}`],
      shows: ({ me }) => [`At ${me.user.id}`],
    },
  },
  'newIn.tellDevice': {
    own: { input: () => subscribed(), outcomes: SIGNED_IN },
    refused: { input: () => ({ ...subscribed(), endpoint: 'https://127.0.0.1/' }), outcomes: signedIn('BAD_REQUEST') },
  },
  // This session has no device, so nothing is renewed.
  'newIn.renewDevice': { own: { input: () => subscribed(), outcomes: SIGNED_IN, hides: () => ['true'] } },
  'newIn.forgetDevice': {
    own: {
      before: (db, { me }) => tellIn(db, me),
      input: ({ me }) => ({ deviceId: me.user.id }),
      outcomes: SIGNED_IN,
    },
    foreign: {
      before: (db, { stranger }) => tellIn(db, stranger),
      input: ({ stranger }) => ({ deviceId: stranger.user.id }),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'newIn.leaving': { own: { input: () => ({ token: 'unknown' }), outcomes: EVERYBODY } },
  'newIn.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
}
