import type { Db } from '#server/platform/db.ts'
import type { Person } from '../scene.ts'
import { idOf } from './fixtures.ts'
import { EDITORS, EVERYBODY, instead, MEMBERS, type Row, type Rows } from './outcomes.ts'

/** Creates a promotion of the person's partner, with the partner's id. */
const promotionOf = async (db: Db, { partner, user }: Person, given: { deletedAt?: Date } = {}) => {
  if (!partner) return
  const file = await db.mediaFile.create({
    data: {
      sha256: user.id.replaceAll('-', '').repeat(2),
      mimeType: 'image/png',
      byteSize: 1,
      width: 9,
      height: 9,
      colour: '#000000',
    },
  })
  await db.partnerMedia.create({
    data: {
      id: partner.id,
      partnerId: partner.id,
      mediaType: 'promotional_image',
      fileId: file.id,
      altText: `Of ${user.email}`,
      review: 'pending',
      ...given,
    },
  })
  await db.upload.create({
    data: {
      id: partner.id,
      partnerId: partner.id,
      slot: 'promotionalImage',
      fileName: 'a.png',
      byteSize: 1,
      status: 'stored',
      fileId: file.id,
    },
  })
}
const promotionRow = (rest: object = {}, given: { deletedAt?: Date } = {}): Row => ({
  own: {
    before: (db, { me }) => promotionOf(db, me, given),
    input: ({ me }) => ({ promotionId: idOf(me), ...rest }),
    outcomes: EDITORS,
  },
  foreign: {
    before: (db, { stranger }) => promotionOf(db, stranger, given),
    input: ({ stranger }) => ({ promotionId: idOf(stranger), ...rest }),
    outcomes: instead(EDITORS, 'NOT_FOUND'),
  },
})
const newPromotion = { kind: 'image', altText: 'A coat' }

export const PROMOTIONS_ROWS: Rows = {
  'promotions.live': { own: { outcomes: EVERYBODY } },
  'promotions.list': {
    own: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
      // Only a limited number is listed, and the stranger's is one of many.
      shows: () => ['[]'],
    },
  },
  'promotions.add': {
    own: {
      before: (db, { me }) => promotionOf(db, me),
      input: ({ me }) => ({ ...newPromotion, uploadId: idOf(me) }),
      outcomes: EDITORS,
    },
    foreign: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      input: ({ stranger }) => ({ ...newPromotion, uploadId: idOf(stranger) }),
      outcomes: instead(EDITORS, 'BAD_REQUEST'),
    },
  },
  'promotions.replace': {
    own: {
      before: (db, { me }) => promotionOf(db, me),
      input: ({ me }) => ({ promotionId: idOf(me), uploadId: idOf(me), altText: 'A hat' }),
      outcomes: EDITORS,
    },
    foreign: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      input: ({ stranger }) => ({ promotionId: idOf(stranger), uploadId: idOf(stranger), altText: 'A hat' }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'promotions.switch': promotionRow({ isActive: false }),
  'promotions.move': promotionRow({ to: 'earlier' }),
  'promotions.remove': promotionRow(),
  'promotions.restore': promotionRow({}, { deletedAt: new Date('2026-01-01') }),
}
