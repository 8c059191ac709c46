import { noQuery, productsQuery, suggestionsQuery } from '#server/open-data/catalogue-api.schema.ts'
import {
  findBrands,
  findCategories,
  findOpenProduct,
  findOpenProducts,
  findSuggestions,
} from '#server/open-data/catalogue-api.service.ts'
import { catalogueDocument } from '#server/open-data/open-api.ts'
import type { Db } from '#server/platform/db.ts'
import { plainError } from '#server/platform/plain-error.schema.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { HttpContext } from './client-address.ts'
import { withApiErrors, taggedJson, type Routes } from './for-programs.ts'

/** Cache times. Each counted click can change a list; a product changes only when its store changes it. */
const LIST_SECONDS = 60
const DOCUMENT_SECONDS = 3_600

interface Parts {
  db: Db
  engine: SearchEngine
  siteUrl: string
  /** Runs work in the visitor's turn and charges the visitor. @throws TooMuchAsked */
  inTurn: <T>(c: HttpContext, work: () => Promise<T>) => Promise<T>
}

/** Adds the catalogue API: GET /api/v1/products and related endpoints, and the OpenAPI document that describes them. */
export function addCatalogueApi(app: Routes, { db, engine, siteUrl, inTurn }: Parts): void {
  const ask = { db, engine, siteUrl }
  const document = catalogueDocument(siteUrl)
  const answer = async (c: HttpContext, work: () => Promise<unknown>) =>
    taggedJson(c.req.raw, await inTurn(c, work), LIST_SECONDS)
  app.get('/openapi.json', (c) => taggedJson(c.req.raw, document, DOCUMENT_SECONDS))
  app.get(
    '/api/v1/products',
    withApiErrors(async (c) => {
      const query = productsQuery.parse(c.req.query(), { error: plainError })
      return answer(c, async () => {
        const found = await findOpenProducts(ask, query)
        const next = new URL(`${siteUrl}/api/v1/products`)
        for (const [name, value] of Object.entries(c.req.query())) next.searchParams.set(name, value)
        next.searchParams.set('page', String(found.page + 1))
        const hasNext = found.page < found.totalPages && productsQuery.shape.page.safeParse(found.page + 1).success
        return { ...found, next: hasNext ? next.href : null }
      })
    }),
  )
  app.get(
    '/api/v1/products/:id',
    withApiErrors(async (c) => {
      noQuery.parse(c.req.query(), { error: plainError })
      return answer(c, () => findOpenProduct(ask, c.req.param('id') ?? ''))
    }),
  )
  app.get(
    '/api/v1/categories',
    withApiErrors(async (c) => {
      noQuery.parse(c.req.query(), { error: plainError })
      return answer(c, () => findCategories(ask))
    }),
  )
  app.get(
    '/api/v1/brands',
    withApiErrors(async (c) => {
      noQuery.parse(c.req.query(), { error: plainError })
      return answer(c, () => findBrands(ask))
    }),
  )
  app.get(
    '/api/v1/suggestions',
    withApiErrors(async (c) => {
      const { q } = suggestionsQuery.parse(c.req.query(), { error: plainError })
      return answer(c, () => findSuggestions(ask, q))
    }),
  )
}
