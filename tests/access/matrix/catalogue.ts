import { newId } from '#server/platform/ids.ts'
import { createClick } from '#tests/factories.ts'
import { ownProduct } from './fixtures.ts'
import { EVERYBODY, instead, type Rows, SIGNED_IN } from './outcomes.ts'

export const CATALOGUE_ROWS: Rows = {
  'offers.list': {
    own: { input: ({ product }) => ({ productId: product.id }), outcomes: instead(EVERYBODY, 'NOT_FOUND') },
  },
  'offers.otherStores': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'offers.match': {
    own: {
      input: ({ product }) => ({ productId: product.id, otherId: newId() }),
      outcomes: instead(EVERYBODY, 'NOT_FOUND'),
    },
  },
  'offers.report': {
    own: {
      input: ({ product }) => ({ productId: product.id, otherId: newId() }),
      outcomes: instead(EVERYBODY, 'NOT_FOUND'),
    },
  },

  'catalogue.get': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.complements': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.related': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.trending': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.partnerRows': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.strips': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.figures': { own: { outcomes: EVERYBODY } },

  'outbound.deadEnd': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'outbound.recentClicks': {
    own: { outcomes: SIGNED_IN },
    foreign: {
      before: (db, { stranger }) => createClick(db, stranger.product, { userId: stranger.user.id }),
      hides: ({ stranger }) => [stranger.product.id],
      outcomes: SIGNED_IN,
    },
  },

  'search.products': { own: { input: ({ product }) => ({ partnerId: product.partnerId }), outcomes: EVERYBODY } },
  'search.suggest': { own: { input: () => ({ q: 'dress' }), outcomes: EVERYBODY } },
  'search.brands': { own: { input: () => ({}), outcomes: EVERYBODY } },
  'search.menu': { own: { outcomes: EVERYBODY } },
  'search.examples': { own: { outcomes: EVERYBODY } },
  'search.popular': { own: { outcomes: EVERYBODY } },
  'search.ranking': { own: { outcomes: EVERYBODY } },

  'taste.pool': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
}
