import {
  defaultFieldResolver,
  execute,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLFieldResolver,
} from 'graphql'
import { adminSchema } from './admin-schema.ts'
import {
  amountOf,
  type ApiShop,
  type FakeLine,
  type FakeOrder,
  type FakeProduct,
  type FakeRefund,
  type FakeVariant,
} from './shop-things.ts'

interface Page {
  first?: number | null
  after?: string | null
}

/**
 * Executes a query on the shop, against Shopify's published schema. The result has errors if the query or our answer
 * violates the schema. `products` replaces all products of the shop, for one part of a bulk operation.
 */
export async function executeOn(
  shop: ApiShop,
  query: string,
  variables: Record<string, unknown>,
  products: FakeProduct[] = shop.products,
): Promise<ExecutionResult> {
  const schema = adminSchema()
  const document = parse(query)
  const errors = validate(schema, document)
  if (errors.length) return { errors }
  return execute({
    schema,
    document,
    rootValue: rootOf(shop, products),
    variableValues: variables,
    fieldResolver: resolveField,
  })
}

/** Throws for a field that we have not implemented. Otherwise the field would be null if the schema allows it. */
const resolveField: GraphQLFieldResolver<object, unknown> = (source, given, context, info) => {
  if (info.fieldName in source) return defaultFieldResolver(source, given, context, info)
  throw new Error(`The simulated Shopify does not implement ${info.parentType.name}.${info.fieldName}.`)
}

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`
const idOf = (text: string) => Number(/\/(\d+)$/.exec(text)?.[1] ?? NaN)

/** Returns a page of a list. Without `first`, returns the entire list, as in bulk operations. */
function pageOf<T, N extends object>(items: readonly T[], nodeOf: (item: T) => N, { first, after }: Page) {
  const from = after ? Number(Buffer.from(after, 'base64').toString()) : 0
  const until = first ? from + first : items.length
  const nodes = items.slice(from, until).map(nodeOf)
  return {
    nodes,
    edges: nodes.map((node) => ({ node })),
    pageInfo: {
      hasNextPage: until < items.length,
      endCursor: nodes.length ? Buffer.from(String(from + nodes.length)).toString('base64') : null,
    },
  }
}

function rootOf(shop: ApiShop, products: FakeProduct[]) {
  return {
    shop: () => ({
      id: gid('Shop', shop.shopId),
      name: shop.name,
      myshopifyDomain: shop.shop,
      currencyCode: shop.currency,
      primaryDomain: { host: shop.primaryHost },
      taxesIncluded: shop.taxesIncluded,
    }),
    currentAppInstallation: () => ({ accessScopes: shop.scopes.map((handle) => ({ handle })) }),
    webhookSubscriptions: (page: Page) =>
      pageOf(
        shop.subscriptions,
        ({ id, topic, uri }) => ({ id, uri, topic: topic.replace('/', '_').toUpperCase() }),
        page,
      ),
    order: ({ id }: { id: string }) => {
      const order = shop.orders.find((one) => one.id === idOf(id))
      return order ? orderNode(shop, order) : null
    },
    orders: ({ query, ...page }: Page & { query?: string }) =>
      pageOf(changedSince(shop.orders, query), (order) => orderNode(shop, order), page),
    refund: ({ id }: { id: string }) => {
      const refund = shop.orders.flatMap(({ refunds }) => refunds).find((one) => one.id === idOf(id))
      return refund ? refundNode(shop, refund) : null
    },
    product: ({ id }: { id: string }) => {
      const product = products.find((one) => one.id === idOf(id))
      return product ? productNode(shop, product) : null
    },
    products: ({ query, ...page }: Page & { query?: string }) =>
      pageOf(query ? changedSince(products, query) : products, (product) => productNode(shop, product), page),
    productsCount: () => ({ count: products.length }),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => {
        const product = products.find((one) => one.id === idOf(id))
        return product ? productNode(shop, product) : null
      }),
    bulkOperation: ({ id }: { id: string }) => shop.bulk.look(id),
    bulkOperationRunQuery: ({ query }: { query: string }) => {
      const errors = validate(adminSchema(), parse(query))
      if (errors.length)
        return { bulkOperation: null, userErrors: errors.map(({ message }) => ({ field: ['query'], message })) }
      return { bulkOperation: { ...shop.bulk.start(query), status: 'CREATED' }, userErrors: [] }
    },
    webhookSubscriptionCreate: (given: { topic: string; webhookSubscription: { uri?: string } }) => {
      const topic = given.topic.toLowerCase().replace(/_(?=[^_]*$)/, '/')
      const uri = given.webhookSubscription.uri ?? ''
      const refuse = (message: string) => ({ webhookSubscription: null, userErrors: [{ field: null, message }] })
      const needed = SCOPE_OF_TOPIC[topic.split('/')[0] ?? '']
      if (needed && !shop.scopes.includes(needed))
        return refuse(`You do not have permission to create or update webhooks with ${topic} topic.`)
      if (!URL.canParse(uri)) return refuse('Address is invalid')
      if (shop.subscriptions.some((one) => one.topic === topic && one.uri === uri))
        return refuse('Address for this topic has already been taken')
      const id = gid('WebhookSubscription', shop.newId())
      shop.subscriptions.push({ id, topic, uri })
      return { webhookSubscription: { id, topic: given.topic, uri }, userErrors: [] }
    },
    webhookSubscriptionDelete: ({ id }: { id: string }) => {
      const isThere = shop.subscriptions.some((one) => one.id === id)
      shop.subscriptions = shop.subscriptions.filter((one) => one.id !== id)
      return isThere
        ? { deletedWebhookSubscriptionId: id, userErrors: [] }
        : {
            deletedWebhookSubscriptionId: null,
            userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
          }
    },
  }
}

const SCOPE_OF_TOPIC: Readonly<Record<string, string>> = {
  orders: 'read_orders',
  refunds: 'read_orders',
  products: 'read_products',
  inventory_levels: 'read_inventory',
}

/** Filters by the search `updated_at:>='...'`, and sorts by the time of the change. */
function changedSince<T extends { updatedAt: Date }>(all: readonly T[], query: string | undefined): T[] {
  const since = new Date(/^updated_at:>='([^']+)'$/.exec(query ?? '')?.[1] ?? 0)
  return all
    .filter(({ updatedAt }) => updatedAt >= since)
    .sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime())
}

/** Formats an amount like GraphQL, which writes '49.9' where the webhooks write '49.90'. */
const decimal = (minor: number) => String(Number(amountOf(minor)).toFixed(2)).replace(/0$/, '')
const bagOf = (shop: ApiShop) => (minor: number) => {
  const money = { amount: decimal(minor), currencyCode: shop.currency }
  return { shopMoney: money, presentmentMoney: money }
}
const attributesOf = (given: Array<{ name: string; value: string }>) =>
  given.map(({ name, value }) => ({ key: name, value }))

function orderNode(shop: ApiShop, order: FakeOrder) {
  const bag = bagOf(shop)
  const visits = order.visits.map(({ id, at, landingPage, referralCode, utmSource }) => ({
    __typename: 'CustomerVisit',
    id: gid('CustomerVisit', id),
    occurredAt: at.toISOString(),
    landingPage,
    referralCode,
    utmParameters: utmSource === null ? null : { source: utmSource, medium: null, campaign: null },
  }))
  return {
    id: gid('Order', order.id),
    name: `#${order.number}`,
    email: order.email,
    currencyCode: shop.currency,
    createdAt: order.createdAt.toISOString(),
    processedAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    test: order.isTest,
    sourceName: order.sourceName,
    taxesIncluded: shop.taxesIncluded,
    displayFinancialStatus: order.financialStatus.toUpperCase(),
    discountCodes: order.discountCodes,
    customAttributes: attributesOf(order.noteAttributes),
    totalTaxSet: bag(order.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)),
    totalShippingPriceSet: bag(order.shippingMinor),
    customerJourneySummary: {
      ready: order.isJourneyReady,
      firstVisit: order.isJourneyReady ? (visits[0] ?? null) : null,
      lastVisit: order.isJourneyReady ? (visits.at(-1) ?? null) : null,
      moments: (page: Page) => (order.isJourneyReady ? pageOf(visits, (visit) => visit, page) : null),
    },
    lineItems: (page: Page) => pageOf(order.lines, (line) => lineNode(shop, line), page),
    refunds: ({ first }: Page) => order.refunds.slice(0, first ?? undefined).map((refund) => refundNode(shop, refund)),
  }
}

function lineNode(shop: ApiShop, line: FakeLine) {
  const bag = bagOf(shop)
  return {
    id: gid('LineItem', line.id),
    title: line.title,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    isGiftCard: line.isGiftCard,
    product: line.productId === null ? null : { id: gid('Product', line.productId) },
    customAttributes: attributesOf(line.properties),
    originalUnitPriceSet: bag(line.priceMinor),
    discountAllocations: line.discountsMinor.map((minor) => ({ allocatedAmountSet: bag(minor) })),
    taxLines: line.taxMinor === 0 ? [] : [{ priceSet: bag(line.taxMinor) }],
  }
}

function refundNode(shop: ApiShop, refund: FakeRefund) {
  const bag = bagOf(shop)
  const adjustments = refund.otherMinor
    ? [{ id: gid('OrderAdjustment', refund.id * 10), reason: refund.discrepancy, amountSet: bag(-refund.otherMinor) }]
    : []
  return {
    id: gid('Refund', refund.id),
    createdAt: refund.createdAt.toISOString(),
    orderAdjustments: (page: Page) => pageOf(adjustments, (one) => one, page),
    transactions: (page: Page) =>
      pageOf(
        [{ id: gid('OrderTransaction', refund.id * 10 + 3), kind: 'REFUND', status: refund.payment.toUpperCase() }],
        (one) => one,
        page,
      ),
    refundLineItems: (page: Page) =>
      pageOf(
        refund.lines,
        ({ line, quantity, subtotalMinor, taxMinor }) => ({
          quantity,
          lineItem: lineNode(shop, line),
          subtotalSet: bag(subtotalMinor),
          totalTaxSet: bag(taxMinor),
        }),
        page,
      ),
  }
}

const productNode = (shop: ApiShop, product: FakeProduct) => ({
  __typename: 'Product',
  id: gid('Product', product.id),
  handle: product.handle,
  title: product.title,
  descriptionHtml: product.html,
  vendor: product.vendor,
  productType: product.productType,
  tags: product.tags,
  status: product.status.toUpperCase(),
  publishedAt: product.isPublished ? product.updatedAt.toISOString() : null,
  onlineStoreUrl:
    product.isPublished && product.status === 'active' ? `${shop.origin}/products/${product.handle}` : null,
  isGiftCard: product.isGiftCard,
  updatedAt: product.updatedAt.toISOString(),
  category: product.category === null ? null : { id: 'gid://shopify/TaxonomyCategory/aa', fullName: product.category },
  variants: (page: Page) => pageOf(product.variants, (variant) => variantNode(product, variant), page),
  media: (page: Page) =>
    pageOf(
      product.pictures,
      ({ id, url, alt }) => ({ __typename: 'MediaImage', id: gid('MediaImage', id), image: { url, altText: alt } }),
      page,
    ),
})

const variantNode = (product: FakeProduct, variant: FakeVariant) => ({
  id: gid('ProductVariant', variant.id),
  sku: variant.sku,
  barcode: variant.barcode,
  price: amountOf(variant.priceMinor),
  compareAtPrice: variant.compareAtMinor === null ? null : amountOf(variant.compareAtMinor),
  inventoryQuantity: variant.quantity,
  inventoryPolicy: variant.sellsWhenSoldOut ? 'CONTINUE' : 'DENY',
  selectedOptions: variant.options.map((value, index) => ({ name: product.optionNames[index] ?? 'Title', value })),
  image: variant.pictureUrl === null ? null : { url: variant.pictureUrl, altText: null },
  inventoryItem: { id: gid('InventoryItem', variant.inventoryItemId), tracked: variant.isTracked },
})
