import type { Db } from '#server/platform/db.ts'
import type { Scene } from '../scene.ts'
import { EDITORS, EVERYBODY, MEMBERS, type Rows } from './outcomes.ts'

const draftOf = async (db: Db, { me: { partner } }: Scene, discardedAt: Date | null = null) =>
  partner &&
  db.storefrontDraft.create({
    data: { partnerId: partner.id, data: { texts: { ethos: 'We mend.' }, pictures: {} }, discardedAt },
  })

export const STOREFRONT_ROWS: Rows = {
  'storefront.customization': { own: { outcomes: MEMBERS } },
  'storefront.export': { own: { outcomes: MEMBERS } },
  'storefront.changeText': {
    own: { input: () => ({ revision: 0, name: 'ethos', text: 'We mend.' }), outcomes: EDITORS },
  },
  'storefront.changePicture': {
    own: { input: () => ({ act: 'keep', revision: 0, kind: 'logo' }), outcomes: EDITORS },
  },
  'storefront.publish': { own: { before: draftOf, input: () => ({ revision: 0 }), outcomes: EDITORS } },
  'storefront.revert': { own: { before: draftOf, input: () => ({ revision: 0 }), outcomes: EDITORS } },
  'storefront.restore': {
    own: {
      before: (db, scene) => draftOf(db, scene, new Date()),
      input: () => ({ revision: 0 }),
      outcomes: EDITORS,
    },
  },
  'storefront.startPreview': { own: { outcomes: MEMBERS } },
  'storefront.preview': {
    own: { input: ({ product }) => ({ partnerId: product.partnerId, token: null }), outcomes: EVERYBODY },
  },
}
