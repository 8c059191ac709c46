import type { Db } from '#server/platform/db.ts'
import { createProduct } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { anyOf, hiddenName, idOf, importOf, storeOf, times } from './fixtures.ts'
import { type Cell, EDITORS, instead, MEMBERS, type Outcomes, type Rows } from './outcomes.ts'

const LOADED_AT = new Date()
const hiddenHost = ({ user }: Person) => `${user.id}.example`
const missingPictureOf = async (db: Db, person: Person, host = 'gone.example') => {
  if (!person.partner) return
  const partnerId = person.partner.id
  const { id: productId } = await createProduct(db, { partnerId, name: hiddenName(person) })
  const url = `https://${host}/a.jpg`
  const { id: imageId } = await db.productImage.create({ data: { productId, sourceUrl: url } })
  await db.pictureFetch.create({ data: { imageId, partnerId, url, tries: 1, reason: 'host not found' } })
}
const feedOf = async (db: Db, { partner }: Person) =>
  partner &&
  db.productFeed.create({
    data: { id: partner.id, partnerId: partner.id, url: 'https://shop.example/products.csv', everyHours: 24 },
  })
/** Returns the cells of a procedure about one import: the caller's import, and the stranger's. */
const aboutImport = (
  given: Parameters<typeof importOf>[0],
  outcomes: Outcomes,
  rest: object = {},
): { own: Cell; foreign: Cell } => ({
  own: {
    input: ({ me }) => ({ importId: idOf(me), ...rest }),
    before: (db, { me }) => importOf(given)(db, me),
    outcomes,
  },
  foreign: {
    input: ({ stranger }) => ({ importId: idOf(stranger), ...rest }),
    before: (db, { stranger }) => importOf(given)(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
const aboutFeed = (): { own: Cell; foreign: Cell } => ({
  own: { input: ({ me }) => ({ feedId: idOf(me) }), before: (db, { me }) => feedOf(db, me), outcomes: EDITORS },
  foreign: {
    input: ({ stranger }) => ({ feedId: idOf(stranger) }),
    before: (db, { stranger }) => feedOf(db, stranger),
    outcomes: instead(EDITORS, 'NOT_FOUND'),
  },
})
const LAYOUT = { encoding: 'utf-8', separator: ',', header: ['a', 'b', 'c'], rows: [] }

export const IMPORTS_ROWS: Rows = {
  'imports.list': {
    own: {
      before: (db, { stranger }) => importOf({ status: 'read' })(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'imports.get': aboutImport({ status: 'read' }, MEMBERS),
  'imports.findings': aboutImport({ status: 'read' }, MEMBERS, { kind: 'created', page: 1 }),
  'imports.findingsFile': aboutImport({ status: 'read' }, MEMBERS),
  'imports.begin': {
    // The stranger has the maximum number of pending imports.
    own: {
      before: (db, { stranger: { partner } }) =>
        times(10, partner, (id, partnerId) =>
          db.productImport.create({ data: { id, partnerId, source: 'file', fileName: 'a.csv', status: 'read' } }),
        ),
      input: () => ({ fileName: 'a.csv', byteSize: 10 }),
      outcomes: EDITORS,
    },
  },
  'imports.map': aboutImport({ status: 'unmapped', layout: LAYOUT }, EDITORS, {
    mapping: { handle: 0, name: 1, price: 2 },
  }),
  'imports.readAgain': aboutImport({ status: 'unmapped', layout: LAYOUT }, EDITORS, {
    chosen: { separator: ';' },
  }),
  'imports.accept': {
    ...aboutImport({ status: 'read' }, EDITORS, { gone: 'keep' }),
    // Products from the stranger's store and feed stay unchanged.
    beside: {
      before: async (db, { me, stranger }) => {
        await importOf({ status: 'read' })(db, me)
        await storeOf(db, stranger)
        await feedOf(db, stranger)
        await db.productFeed.updateMany({ where: { partnerId: idOf(stranger) }, data: { isActive: true } })
      },
      input: ({ me }) => ({ importId: idOf(me), gone: 'archive' }),
      outcomes: EDITORS,
    },
    // The caller's feed gives no access to the stranger's import.
    refused: {
      before: async (db, { me, stranger }) => {
        await importOf({ status: 'read' })(db, stranger)
        await feedOf(db, me)
        await db.productFeed.updateMany({ where: { partnerId: idOf(me) }, data: { isActive: true } })
      },
      input: ({ stranger }) => ({ importId: idOf(stranger), gone: 'archive' }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'imports.cancel': aboutImport({ status: 'read' }, EDITORS),
  'imports.undo': aboutImport({ status: 'applied' }, EDITORS),
  'imports.export': { own: { input: () => ({ format: 'wtf', status: 'all' }), outcomes: MEMBERS } },
  'imports.pictureFailures': {
    own: {
      before: async (db, { me, stranger }) => {
        // The list shows only the hosts with the most failures, and earlier runs leave many. Other roles use the
        // procedure at the same time.
        await db.pictureFetch.deleteMany({ where: { image: { product: { createdAt: { lt: LOADED_AT } } } } })
        await missingPictureOf(db, me, hiddenHost(me))
        await missingPictureOf(db, stranger, hiddenHost(me))
        await missingPictureOf(db, stranger, hiddenHost(stranger))
      },
      outcomes: MEMBERS,
      hides: ({ stranger }) => [hiddenName(stranger), hiddenHost(stranger), '"total":2'],
    },
  },
  'imports.countPictureFailures': {
    own: {
      before: (db, { stranger }) => missingPictureOf(db, stranger),
      outcomes: MEMBERS,
      hides: anyOf('missing'),
    },
  },
  'imports.retryPictures': { own: { outcomes: EDITORS } },
  'imports.feeds': {
    own: {
      before: (db, { stranger }) => feedOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'imports.addFeed': {
    // The stranger's feed has the same URL.
    own: {
      before: (db, { stranger }) => feedOf(db, stranger),
      input: () => ({ url: 'https://shop.example/products.csv', everyHours: 24, gone: 'keep' }),
      outcomes: EDITORS,
    },
  },
  'imports.readFeed': aboutFeed(),
  'imports.pauseFeed': aboutFeed(),
  'imports.removeFeed': aboutFeed(),
}
