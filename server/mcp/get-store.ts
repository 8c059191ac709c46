import { z } from 'zod'
import { getStore } from '#server/partners/partners.service.ts'
import { listStores } from '#server/partners/stores.service.ts'
import { listStoresInput } from '#server/partners/stores.schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_NAME } from './describe-cards.ts'
import { storeText } from './store-text.ts'
import { defineTool, type AssistantAsk } from './tool.ts'

const MAX_TEXT = 1_500
const MAX_OTHERS = 10

const describedStore = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ethos: z.string(),
  returnsDays: z.int().nullable(),
  returns: z.string(),
  delivery: z.string(),
  products: z.int(),
  page: z.string(),
})

/** Returns an open store by its id, or by a part of its name. */
export const getStoreTool = defineTool({
  name: 'get_store',
  title: 'Get a store',
  description:
    'Returns a store’s description, delivery, returns period and number of products. Find it by its id or part of its name.',
  input: z.strictObject({ storeId: z.uuid().optional(), name: z.string().min(1).max(100).optional() }),
  output: z.object({
    store: describedStore,
    others: z.array(z.object({ id: z.string(), name: z.string() })).describe('Other stores with a matching name.'),
  }),
  run: async (ask, { storeId, name }) => {
    if (storeId !== undefined) return { store: await describeStore(ask, storeId), others: [] }
    if (name === undefined) throw new AppError('bad_input', 'Send storeId or name.')
    const { stores } = await listStores({ db: ask.db, viewer: null }, listStoresInput.parse({ q: name, view: 'all' }))
    const exact = stores.find(({ businessName }) => businessName.toLowerCase() === name.trim().toLowerCase())
    const best = exact ?? stores[0]
    if (!best) throw new AppError('not_found', 'No store has this name.')
    return {
      store: await describeStore(ask, best.id),
      others: stores
        .filter(({ id }) => id !== best.id)
        .slice(0, MAX_OTHERS)
        .map(({ id, businessName }) => ({ id, name: storeText(businessName, MAX_NAME) })),
    }
  },
})

async function describeStore({ db, siteUrl }: AssistantAsk, storeId: string) {
  const store = await getStore(db, storeId)
  return {
    id: store.id,
    name: storeText(store.businessName, MAX_NAME),
    description: storeText(store.storeDescription || store.aboutSection, MAX_TEXT),
    ethos: storeText(store.ethos, MAX_TEXT),
    returnsDays: store.returnsDays,
    returns: storeText(store.returnsPolicy, MAX_TEXT),
    delivery: storeText(store.shippingPolicy, MAX_TEXT),
    products: store.productCount,
    page: `${siteUrl}/brand/${store.id}`,
  }
}
