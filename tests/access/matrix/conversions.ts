import { MAX_KEYS } from '#server/sales/conversions-api/store-keys.schema.ts'
import { createOrderFile } from '#tests/setup/sales.ts'
import { idOf, storeThingsOf, times } from './fixtures.ts'
import {
  APPROVED_OWNER,
  type Cell,
  EDITORS,
  instead,
  MEMBERS,
  type Outcomes,
  OWNERS,
  type Row,
  type Rows,
} from './outcomes.ts'

const aboutStoreThing = (
  name: 'keyId' | 'code' | 'fileId',
  outcomes: Outcomes,
  fileStatus: 'read' | 'submitted' = 'read',
): { own: Cell; foreign: Cell } => ({
  own: {
    input: ({ me }) => ({ [name]: idOf(me) }),
    before: (db, { me }) => storeThingsOf(fileStatus)(db, me),
    outcomes,
  },
  foreign: {
    input: ({ stranger }) => ({ [name]: idOf(stranger) }),
    before: (db, { stranger }) => storeThingsOf(fileStatus)(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** Lists of other stores do not contain the stranger's key, code and file. */
const besideThings: Row = {
  own: {
    before: (db, { stranger }) => storeThingsOf()(db, stranger),
    outcomes: MEMBERS,
    hides: ({ stranger }) => [idOf(stranger), 'wtf_abcd'],
  },
}

export const CONVERSIONS_ROWS: Rows = {
  'storeKeys.list': besideThings,
  'storeKeys.create': {
    own: { input: () => ({ name: 'Server', kind: 'bearer' }), outcomes: APPROVED_OWNER },
    // The stranger has reached the maximum number of keys.
    beside: {
      before: (db, { stranger: { partner } }) =>
        times(MAX_KEYS, partner, (id, partnerId) =>
          db.storeKey.create({
            data: {
              id,
              partnerId,
              kind: 'bearer',
              name: 'Server',
              hint: 'wtf_abcd',
              keyHash: Uint8Array.from(Buffer.from(id)),
            },
          }),
        ),
      input: () => ({ name: 'Server', kind: 'bearer' }),
      outcomes: APPROVED_OWNER,
    },
  },
  'storeKeys.confirm': aboutStoreThing('keyId', OWNERS),
  'storeKeys.revoke': aboutStoreThing('keyId', OWNERS),

  'partnerApi.calls': {
    own: {
      input: () => ({}),
      before: async (db, { stranger: { partner } }) => {
        if (!partner) return
        await db.apiCall.create({
          data: {
            partnerId: partner.id,
            place: 1,
            number: 1,
            keyId: partner.id,
            method: 'GET',
            status: 200,
            at: new Date(),
            path: `/api/v1/store/products/${partner.id}`,
            durationMs: 3,
          },
        })
      },
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },

  'discountCodes.list': besideThings,
  'discountCodes.add': { own: { input: () => ({ code: 'WTF10' }), outcomes: OWNERS } },
  'discountCodes.retire': aboutStoreThing('code', OWNERS),

  'conversionFiles.list': besideThings,
  'conversionFiles.get': aboutStoreThing('fileId', MEMBERS),
  'conversionFiles.read': {
    own: {
      input: () => ({
        text: 'order_id,ordered_at,currency,title,quantity,price\n1,2026-09-10T12:00:00Z,USD,Coat,1,9\n',
      }),
      // The stranger has uploaded the maximum number of files per day.
      before: (db, { stranger: { partner } }) =>
        times(50, partner, (id, partnerId) => createOrderFile(db, partnerId, { id })),
      outcomes: EDITORS,
    },
  },
  'conversionFiles.submit': {
    ...aboutStoreThing('fileId', EDITORS),
    // The stranger has the maximum number of pending files.
    beside: {
      before: async (db, { me, stranger: { partner } }) => {
        await storeThingsOf()(db, me)
        await times(5, partner, (id, partnerId) => createOrderFile(db, partnerId, { id, status: 'submitted' }))
      },
      input: ({ me }) => ({ fileId: idOf(me) }),
      outcomes: EDITORS,
    },
  },
  'conversionFiles.takeBack': aboutStoreThing('fileId', EDITORS, 'submitted'),
  'conversionFiles.discard': aboutStoreThing('fileId', EDITORS),
}
