/** What a store has, by the ids that calls name. */
export interface StoreThings {
  saleId: string
  invoiceId: string
  productId: string
  variantId: string
}

interface ApiCall {
  /** Below /api/v1. */
  path: string
  body?: object
}

/** A call with one's own ids, and, if it names any, with a stranger's. */
export interface ApiRow {
  own: (mine: StoreThings) => ApiCall
  foreign?: (theirs: StoreThings) => ApiCall
  /** Refused within an answer, because the call is about several things. */
  isPartial?: true
}

const both = (call: (things: StoreThings) => ApiCall): ApiRow => ({ own: call, foreign: call })
const list = (path: string): ApiRow => ({ own: () => ({ path }) })

/** Each call of the partner API. Every scope is tried on each; a new call needs a row. */
export const PARTNER_API_ROWS: Readonly<Record<string, ApiRow>> = {
  listSales: list('/store/sales'),
  getSale: both(({ saleId }) => ({ path: `/store/sales/${saleId}` })),
  listClicks: list('/store/clicks'),
  listInvoices: list('/store/invoices'),
  getInvoice: both(({ invoiceId }) => ({ path: `/store/invoices/${invoiceId}` })),
  listInvoiceLines: both(({ invoiceId }) => ({ path: `/store/invoices/${invoiceId}/lines` })),
  listLedgerEntries: list('/store/ledger'),
  listProducts: list('/store/products'),
  getStoreProduct: both(({ productId }) => ({ path: `/store/products/${productId}` })),
  createProduct: {
    own: ({ productId }) => ({
      path: '/store/products',
      body: { handle: `new-${productId}`, name: 'New', currency: 'USD', variants: [{ priceMinor: 100 }] },
    }),
  },
  updateProduct: both(({ productId }) => ({ path: `/store/products/${productId}`, body: { material: 'Wool' } })),
  changeVariants: {
    ...both(({ variantId }) => ({ path: '/store/variants', body: { variants: [{ variantId, stock: 41 }] } })),
    isPartial: true,
  },
}
