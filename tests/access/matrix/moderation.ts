import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createPicture, createProduct } from '#tests/factories.ts'
import type { Person, Scene } from '../scene.ts'
import { judgedReviewOf } from './fixtures.ts'
import { ADMIN, EVERYBODY, instead, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const JUDGED_AT = new Date('2026-08-01T10:00:00.000Z')
/** Creates a rejected review, whose author may appeal. */
const rejectedReviewOf =
  (whose: 'me' | 'stranger') =>
  async (db: Db, scene: Scene): Promise<unknown> => {
    await judgedReviewOf(whose)(db, scene)
    return db.productReview.update({
      where: { id: scene[whose].user.id },
      data: { status: 'rejected', judgedAt: JUDGED_AT },
    })
  }
const decisionOf = ({ user }: Person) => ({ kind: 'review', subjectId: user.id })
const appealOf = (person: Person) => ({
  ...decisionOf(person),
  decisionAt: JUDGED_AT.toISOString(),
  words: 'It is about this very product.',
})

export const MODERATION_ROWS: Rows = {
  'admin.moderation.products': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeProduct': {
    own: {
      input: ({ me }) => ({ productId: me.user.id, revision: 1, seenTo: '', to: 'kept' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
    foreign: {
      // A separate product, because later cells cannot use it once it has been taken down.
      before: (db, { product, stranger }) => createProduct(db, { id: stranger.user.id, partnerId: product.partnerId }),
      input: ({ stranger }) => ({
        productId: stranger.user.id,
        revision: 1,
        seenTo: '',
        to: 'taken_down',
        reason: 'No',
      }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.moderation.pictures': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.seePictures': {
    own: {
      before: async (db, { product, stranger }) => {
        const { fileId } = await createPicture(db, product.id)
        return db.partnerMedia.create({
          data: { id: stranger.user.id, partnerId: product.partnerId, mediaType: 'logo', fileId },
        })
      },
      input: ({ stranger }) => ({ pictureIds: [stranger.user.id] }),
      outcomes: ADMIN,
    },
  },
  'admin.moderation.takePictureDown': {
    own: { input: () => ({ pictureId: newId(), reason: 'No' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.moderation.restorePicture': {
    own: { input: () => ({ pictureId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.moderation.sizeTables': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeSizeTable': {
    own: {
      input: () => ({ tableId: newId(), revision: 1, to: 'accepted' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.moderation.appeals': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeAppeal': {
    own: {
      input: () => ({ appealId: newId(), seen: '', outcome: 'upheld', reason: 'No' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.moderation.matches': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeMatch': {
    own: {
      input: () => ({ productId: newId(), otherId: newId(), to: 'separated' }),
      outcomes: instead(ADMIN, 'CONFLICT'),
    },
  },

  'moderation.reported': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'moderation.report': {
    own: { input: ({ product }) => ({ productId: product.id, kind: 'counterfeit' }), outcomes: EVERYBODY },
  },
  'moderation.decision': {
    own: { before: rejectedReviewOf('me'), input: ({ me }) => decisionOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: rejectedReviewOf('stranger'),
      input: ({ stranger }) => decisionOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'moderation.appeal': {
    own: { before: rejectedReviewOf('me'), input: ({ me }) => appealOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: rejectedReviewOf('stranger'),
      input: ({ stranger }) => appealOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
}
