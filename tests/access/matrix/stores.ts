import { createStoreFeedback } from '#tests/factories.ts'
import type { Scene } from '../scene.ts'
import { idOf } from './fixtures.ts'
import { COLLEAGUES, EVERYBODY, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const keptStore = ({ product }: Scene) => ({ partnerId: product.partnerId })
const words = { category: 'shipping', rating: 2, comment: 'It came a week too late.' }
const toStore = ({ product }: Scene) => ({ partnerId: product.partnerId })
const toOwnStore = ({ me }: Scene) => ({ partnerId: idOf(me) })

export const STORES_ROWS: Rows = {
  'storeFeedback.mine': {
    own: {
      before: (db, { stranger, product }) =>
        createStoreFeedback(db, {
          partnerId: product.partnerId,
          userId: stranger.user.id,
          customerEmail: stranger.user.email,
          comment: `Write to ${stranger.user.email}`,
        }),
      input: toStore,
      outcomes: SIGNED_IN,
    },
  },
  'storeFeedback.send': {
    own: { input: (scene) => ({ ...toStore(scene), ...words }), outcomes: SIGNED_IN },
    refused: {
      input: (scene) => ({ ...toOwnStore(scene), ...words }),
      outcomes: { ...signedIn('NOT_FOUND'), approvedPartner: 'FORBIDDEN', ...COLLEAGUES },
    },
  },

  'stores.list': { own: { input: () => ({ view: 'all', favourites: true }), outcomes: EVERYBODY } },
  // Both people have the same favourite store.
  'stores.favourite': { own: { input: keptStore, outcomes: SIGNED_IN } },
  'stores.unfavourite': { own: { input: keptStore, outcomes: SIGNED_IN } },
}
