import type { Db } from '#server/platform/db.ts'
import { createClick, createPartner, createProduct, createReview, createUser } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { ownProduct } from './fixtures.ts'
import { EVERYBODY, NOBODY, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const REVIEWS_SHOWN = { sort: 'newest', stars: null, page: 1 }
const newReview = { rating: 4, comment: 'Warm, and well cut.' }
/** Creates the person's review, with the person's id. */
const nameReview = (db: Db, { user }: Person, status: 'pending' | 'approved' = 'pending') =>
  db.productReview.updateMany({ where: { userId: user.id }, data: { id: user.id, status } })
const reviewOf = ({ user }: Person) => ({ reviewId: user.id })

export const REVIEWS_ROWS: Rows = {
  'reviews.list': {
    own: { input: ({ me }) => ({ ...REVIEWS_SHOWN, productId: me.product.id }), outcomes: EVERYBODY },
    // The review is pending, so nobody sees it.
    foreign: { input: ({ stranger }) => ({ ...REVIEWS_SHOWN, productId: stranger.product.id }), outcomes: EVERYBODY },
  },
  'reviews.state': { own: { input: ownProduct, outcomes: SIGNED_IN } },
  'reviews.reviewable': {
    own: { input: ({ me, product }) => ({ productIds: [me.product.id, product.id] }), outcomes: SIGNED_IN },
    // Only the stranger has clicked on it.
    foreign: {
      before: (db, { stranger: { product, user } }) =>
        createClick(db, product, { userId: user.id, clickedAt: new Date(Date.now() - 90_000_000) }),
      input: ({ stranger }) => ({ productIds: [stranger.product.id] }),
      outcomes: SIGNED_IN,
      hides: ({ stranger }) => [stranger.product.id],
    },
    // The stranger has reviewed the same product.
    beside: {
      before: async (db, { me, stranger, product }) => {
        await createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) })
        await createReview(db, { productId: product.id, partnerId: product.partnerId, userId: stranger.user.id })
      },
      input: ({ product }) => ({ productIds: [product.id] }),
      outcomes: SIGNED_IN,
      // Partners and administrators cannot write reviews.
      shows: ({ me, product }) => (me.user.role === 'customer' ? [product.id] : []),
    },
  },
  'reviews.mine': {
    own: { input: () => ({ page: 1 }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
  },
  'reviews.write': {
    own: {
      before: (db, { me, product }) =>
        createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) }),
      input: ({ product }) => ({ ...newReview, productId: product.id }),
      outcomes: { ...NOBODY, customer: 'ok' },
    },
    // The product belongs to a store that another person works for.
    beside: {
      before: async (db, { me }) => {
        const { id: partnerId } = await createPartner(db)
        const { id: userId } = await createUser(db, { role: 'partner' })
        await db.partnerMember.create({ data: { userId, partnerId, role: 'editor' } })
        const product = await createProduct(db, { id: me.user.id, partnerId })
        await createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) })
      },
      input: ({ me }) => ({ ...newReview, productId: me.user.id }),
      outcomes: { ...NOBODY, customer: 'ok' },
    },
    foreign: {
      // Only the stranger has clicked on it.
      input: ({ stranger }) => ({ ...newReview, productId: stranger.product.id }),
      outcomes: NOBODY,
    },
  },
  'reviews.remove': {
    own: { before: (db, { me }) => nameReview(db, me), input: ({ me }) => reviewOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: (db, { stranger }) => nameReview(db, stranger),
      input: ({ stranger }) => reviewOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'reviews.vote': {
    own: {
      before: (db, { stranger }) => nameReview(db, stranger, 'approved'),
      input: ({ stranger }) => ({ ...reviewOf(stranger), isHelpful: true }),
      outcomes: SIGNED_IN,
      isAboutAnybody: true,
    },
    foreign: {
      before: (db, { stranger }) => nameReview(db, stranger),
      input: ({ stranger }) => ({ ...reviewOf(stranger), isHelpful: true }),
      outcomes: signedIn('NOT_FOUND'),
    },
    refused: {
      before: (db, { me }) => nameReview(db, me, 'approved'),
      input: ({ me }) => ({ ...reviewOf(me), isHelpful: true }),
      outcomes: signedIn('FORBIDDEN'),
    },
  },
}
