// All our requests to Shopify's Admin GraphQL API. A test validates each against the schema that Shopify publishes.

const MONEY = 'shopMoney { amount currencyCode }'

const LINE = `
  id title sku quantity currentQuantity isGiftCard
  product { id }
  customAttributes { key value }
  originalUnitPriceSet { ${MONEY} }
  discountAllocations { allocatedAmountSet { ${MONEY} } }
  taxLines { priceSet { ${MONEY} } }`

const VISIT = 'landingPage referralCode utmParameters { source }'

const REFUND_LINE = `quantity lineItem { id } subtotalSet { ${MONEY} } totalTaxSet { ${MONEY} }`

const VARIANT = `
  id sku barcode price compareAtPrice inventoryQuantity inventoryPolicy
  selectedOptions { name value }
  image { url }
  inventoryItem { id tracked }`

const PRODUCT = `
  id handle title descriptionHtml vendor productType tags status publishedAt onlineStoreUrl isGiftCard updatedAt
  category { fullName }`

const PICTURE = '... on MediaImage { id image { url altText } }'

const JOURNEY = `customerJourneySummary {
  ready
  firstVisit { ${VISIT} }
  lastVisit { ${VISIT} }
  moments(first: 20) { nodes { ... on CustomerVisit { ${VISIT} } } }
}`

export const DOCUMENTS = {
  shop: `query Shop {
    shop { id name myshopifyDomain currencyCode primaryDomain { host } }
    currentAppInstallation { accessScopes { handle } }
  }`,

  subscriptions: `query Subscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) {
      nodes { id topic uri }
      pageInfo { hasNextPage endCursor }
    }
  }`,

  subscribe: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
      webhookSubscription { id }
      userErrors { message }
    }
  }`,

  unsubscribe: `mutation Unsubscribe($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } }
  }`,

  changedOrders: `query ChangedOrders($query: String!, $after: String) {
    orders(first: 50, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { id name updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,

  order: `query Order($id: ID!, $withEmail: Boolean!) {
    order(id: $id) {
      id name email @include(if: $withEmail) currencyCode createdAt processedAt updatedAt cancelledAt test sourceName taxesIncluded
      displayFinancialStatus discountCodes
      customAttributes { key value }
      totalTaxSet { ${MONEY} }
      totalShippingPriceSet { ${MONEY} }
      ${JOURNEY}
      lineItems(first: 50) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } }
      refunds(first: 50) { id createdAt }
    }
  }`,

  refund: `query Refund($id: ID!) {
    refund(id: $id) {
      orderAdjustments(first: 10) { nodes { reason amountSet { ${MONEY} } } }
      transactions(first: 50) { nodes { kind status } }
      refundLineItems(first: 50) { nodes { ${REFUND_LINE} } pageInfo { hasNextPage endCursor } }
    }
  }`,

  moreLines: `query MoreLines($id: ID!, $after: String!) {
    order(id: $id) {
      lineItems(first: 80, after: $after) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } }
    }
  }`,

  moreRefundLines: `query MoreRefundLines($id: ID!, $after: String!) {
    refund(id: $id) {
      refundLineItems(first: 100, after: $after) { nodes { ${REFUND_LINE} } pageInfo { hasNextPage endCursor } }
    }
  }`,

  journey: `query Journey($id: ID!) { order(id: $id) { id ${JOURNEY} } }`,

  productsByIds: `query ProductsByIds($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Product {
        ${PRODUCT}
        variants(first: 25) { nodes { ${VARIANT} } pageInfo { hasNextPage endCursor } }
        media(first: 20) { nodes { ${PICTURE} } pageInfo { hasNextPage endCursor } }
      }
    }
  }`,

  existingProducts: `query ExistingProducts($ids: [ID!]!) {
    nodes(ids: $ids) { id }
  }`,

  moreVariants: `query MoreVariants($id: ID!, $after: String!) {
    product(id: $id) { variants(first: 200, after: $after) { nodes { ${VARIANT} } pageInfo { hasNextPage endCursor } } }
  }`,

  moreMedia: `query MoreMedia($id: ID!, $after: String!) {
    product(id: $id) { media(first: 200, after: $after) { nodes { ${PICTURE} } pageInfo { hasNextPage endCursor } } }
  }`,

  changedProducts: `query ChangedProducts($query: String!, $after: String) {
    products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { id updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,

  countProducts: `query CountProducts { productsCount(limit: null) { count } }`,

  // Groups the results, so that child rows follow their product and the file can be streamed.
  startBulk: `mutation StartBulk($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id status }
      userErrors { message }
    }
  }`,

  bulk: `query Bulk($id: ID!) {
    bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount fileSize url }
  }`,

  bulkProducts: `{
    products {
      edges { node {
        ${PRODUCT}
        variants { edges { node { ${VARIANT} } } }
        media { edges { node { ${PICTURE} } } }
      } }
    }
  }`,
} as const
