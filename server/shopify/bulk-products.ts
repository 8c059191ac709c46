import { z } from 'zod'
import { cleanTexts } from '#server/platform/clean-text.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { readLines } from '#server/platform/csv-lines.ts'
import { savePublic, type Save } from '#server/platform/fetch-public.ts'
import { resolveAddresses } from '#server/platform/resolve-addresses.ts'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { shopifyUrlOf, isAddressSet, askShopify } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { pictureNode, productNode, variantNode } from './shop-product.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'

const started = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
})
/** Shopify writes large numbers as strings. */
const count = z.coerce.number().int().min(0)
const looked = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      rootObjectCount: count,
      fileSize: count.nullable(),
      url: z.url().nullable(),
    })
    .nullable(),
})

/** The state of a bulk operation; `products` is the number so far. Done without a `url` means that the store has no products. */
export type BulkState =
  | { state: 'running'; products: number }
  | { state: 'done'; products: number; url: string | null; byteSize: number | null }
  /** 'failed', 'expired' or 'canceled'. */
  | { state: 'ended'; how: string }
  /** Shopify no longer knows the operation. */
  | { state: 'gone' }

type Options = { signal?: AbortSignal }

/** Starts an export of all the store's products to a file, which takes minutes. @returns the operation's id @throws StoreError */
export async function startProductBulk(access: StoreAccess, options: Options = {}): Promise<string> {
  const answer = await askShopify(access, DOCUMENTS.startBulk, { query: DOCUMENTS.bulkProducts }, options)
  const { bulkOperation, userErrors } = parseAnswer(started, answer, 'a bulk operation').bulkOperationRunQuery
  if (bulkOperation) return bulkOperation.id
  const why = userErrors[0]?.message.slice(0, 200) ?? 'no reason given'
  throw new StoreError('bad_answer', `${access.shop} could not export its products: ${why}`)
}

/** @throws StoreError */
export async function lookAtBulk(access: StoreAccess, id: string, options: Options = {}): Promise<BulkState> {
  const { bulkOperation } = parseAnswer(
    looked,
    await askShopify(access, DOCUMENTS.bulk, { id }, options),
    'a bulk operation',
  )
  if (!bulkOperation) return { state: 'gone' }
  const { status, errorCode, rootObjectCount: products, fileSize: byteSize, url } = bulkOperation
  if (status === 'COMPLETED') return { state: 'done', products, url, byteSize }
  if (['FAILED', 'EXPIRED', 'CANCELED', 'CANCELING'].includes(status))
    return { state: 'ended', how: errorCode ? `${status}, ${errorCode}`.toLowerCase() : status.toLowerCase() }
  return { state: 'running', products }
}

/**
 * Saves the file of a bulk operation. Shopify names its host, so it is fetched with the checks for external addresses.
 * It may be this machine only if the operator has set the stores' address (`configureShopify`).
 * @returns its bytes
 * @throws FetchError; StoreError bad_answer if it is incomplete; the disk's error if it is full
 */
export async function saveBulkFile(
  shop: string,
  { url, byteSize }: { url: string; byteSize: number | null },
  save: Save,
  limits: { maxBytes: number; timeoutMs: number },
): Promise<number> {
  const isOfOperator = isAddressSet() && new URL(url).origin === new URL(shopifyUrlOf(shop)).origin
  const network = { resolve: resolveAddresses, isAllowed: () => true, allowsHttp: true }
  const length = await savePublic(url, save, { ...limits, ...(isOfOperator ? { network } : {}) })
  if (byteSize !== null && length !== byteSize) throw cutOff()
  return length
}

const cutOff = () => new StoreError('bad_answer', 'The product list that the store sent is incomplete.')

const line = z.looseObject({ id: z.string().optional(), __parentId: z.string().optional() })

/**
 * Reads the products of a bulk operation's file one by one. A product's child rows follow it and contain its id.
 * @throws StoreError bad_answer
 */
export async function* readBulkProducts(source: CsvSource): AsyncGenerator<StoreProduct> {
  let present = null as { gid: string; product: StoreProduct } | null
  for await (const lines of readLines(source))
    for (const { text } of lines) {
      if (text === '') continue
      const given = parseAnswer(line, parseLine(text), 'a product')
      if (given.__parentId === undefined) {
        if (present) yield present.product
        present = {
          gid: given.id ?? '',
          product: { ...parseAnswer(productNode, given, 'a product'), variants: [], pictures: [] },
        }
      } else if (present?.gid !== given.__parentId) throw cutOff()
      else if (given.id?.startsWith('gid://shopify/ProductVariant/'))
        present.product.variants.push(parseAnswer(variantNode, given, 'a variant'))
      else {
        const picture = parseAnswer(pictureNode, given, 'a picture')
        if (picture) present.product.pictures.push(picture)
      }
    }
  if (present) yield present.product
}

function parseLine(text: string): unknown {
  try {
    return cleanTexts(JSON.parse(text) as unknown)
  } catch {
    throw cutOff()
  }
}
