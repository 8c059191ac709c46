/** A store's data, by the ids that calls use. */
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

/** A call with the caller's ids and, if it takes ids, with a stranger's. */
export interface ApiRow {
  own: (mine: StoreThings) => ApiCall
  foreign?: (theirs: StoreThings) => ApiCall
  /** True if the call concerns several things. Refusals are then part of the answer. */
  isPartial?: true
}

const both = (call: (things: StoreThings) => ApiCall): ApiRow => ({ own: call, foreign: call })
const list = (path: string): ApiRow => ({ own: () => ({ path }) })

/** Every call of the partner API. Each is tested with every scope. A new call needs a row. */
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
