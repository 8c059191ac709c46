import { toSearch } from './paths.ts'

// Kept out of paths.ts, which every page loads, because shoppers have no links to these.

/** The partners' dashboard. */
export const dashboardPaths = {
  home: (query: { period?: string | undefined } = {}) => `/brand/dashboard${toSearch(query)}`,
  ownProducts: (query: OwnProductsAddress = {}) => `/brand/dashboard/products${toSearch({ ...query })}`,
  ownProductsFile: (query: OwnProductsAddress = {}) => `/brand/dashboard/products/list.csv${toSearch({ ...query })}`,
  ownProduct: (productId: string) => `/brand/dashboard/products/${encodeURIComponent(productId)}`,
  sizeTables: (query: { saved?: string | undefined } = {}) => `/brand/dashboard/products/sizes${toSearch(query)}`,
  /**
   * The editor of an existing or new size table ('new', for the brand, category and audience in the query). Also
   * receives its forms.
   */
  sizeTable: (table: string, query: { brand?: string; category?: string; audience?: string; saved?: string } = {}) =>
    `/brand/dashboard/products/sizes/${encodeURIComponent(table)}${toSearch(query)}`,
  newProduct: () => '/brand/dashboard/products/new',
  /** The history of the partner's products. Also receives the form that undoes an action. */
  activity: (
    query: {
      actor?: string | undefined
      kind?: string | undefined
      before?: string | undefined
      act?: string | undefined
      after?: string | undefined
    } = {},
  ) => `/brand/dashboard/activity${toSearch(query)}`,
  /** Reviews and feedback about the partner and its products. Also receives the forms about them. */
  customerFeedback: (query: CustomerFeedbackAddress = {}) => `/brand/dashboard/feedback${toSearch({ ...query })}`,
  /** The page to answer or flag one review ('review-' and its id) or one piece of feedback ('feedback-' and its id). */
  customerFeedbackItem: (item: string, query: { act?: 'flag'; saved?: string } = {}) =>
    `/brand/dashboard/feedback/${encodeURIComponent(item)}${toSearch({ ...query })}`,
  customerFeedbackFile: (query: CustomerFeedbackAddress = {}) =>
    `/brand/dashboard/feedback/export.csv${toSearch({ ...query })}`,
  promotions: () => '/brand/dashboard/promotions',
  invoices: () => '/brand/dashboard/invoices',
  invoice: (invoiceId: string) => `/brand/dashboard/invoices/${encodeURIComponent(invoiceId)}`,
  invoiceFile: (invoiceId: string) => `/brand/dashboard/invoices/${encodeURIComponent(invoiceId)}/invoice.pdf`,
  eInvoiceFile: (invoiceId: string) => `/brand/dashboard/invoices/${encodeURIComponent(invoiceId)}/invoice.xml`,
  invoicesFile: () => '/brand/dashboard/invoices/export.csv',
  ledgerFile: () => '/brand/dashboard/invoices/ledger.ndjson',
  ledgerVerifier: () => '/brand/dashboard/invoices/ledger-verify.mjs',
  /** Also receives the forms of the team. */
  team: (query: { saved?: string } = {}) => `/brand/dashboard/team${toSearch(query)}`,
  storeSettings: (tab: StoreSettingsTab = 'profile', query: { edit?: string; saved?: string } = {}) =>
    `/brand/dashboard/settings${tab === 'profile' ? '' : `/${tab}`}${toSearch(query)}`,
  /** The store's data as JSON. */
  storeFile: () => '/brand/dashboard/settings/store.json',
  help: (article?: string, query: { q?: string } = {}) =>
    `/brand/dashboard/help${article ? `/${encodeURIComponent(article)}` : ''}${toSearch(query)}`,
  /** The editor of the partner's store page; `edit` opens one of its texts. */
  storefront: (query: { edit?: string } = {}) => `/brand/dashboard/storefront${toSearch(query)}`,
  /** Redirects to the preview of the partner's draft. */
  startPreview: () => '/brand/dashboard/storefront/preview',
  /** @param query.saved the last action on the page */
  connectStore: (query: { onboarding_completed?: string; saved?: string } = {}) =>
    `/brand/dashboard/connect-store${toSearch(query)}`,
  wooCommercePlugin: () => '/brand/dashboard/connect-store/woocommerce-plugin.zip',
  /** The API's keys, examples and log. Also receives the forms of keys and discount codes. */
  conversionsApi: (query: { page?: number } = {}) => `/brand/dashboard/connect-store/api${toSearch(query)}`,
  /** Webhooks to the store's own systems. Also receives the form of a new one. */
  webhooks: () => '/brand/dashboard/connect-store/webhooks',
  /** A webhook with its deliveries. Also receives its forms. */
  webhook: (webhookId: string, query: { page?: number } = {}) =>
    `/brand/dashboard/connect-store/webhooks/${encodeURIComponent(webhookId)}${toSearch(query)}`,
  /** Order files. Also receives an uploaded one. */
  orderFiles: () => '/brand/dashboard/connect-store/files',
  orderFile: (fileId: string, query: { page?: number } = {}) =>
    `/brand/dashboard/connect-store/files/${encodeURIComponent(fileId)}${toSearch(query)}`,
  orderFileSample: () => '/brand/dashboard/connect-store/files/sample.csv',
  sales: (query: SalesAddress = {}) => `/brand/dashboard/sales${toSearch({ ...query })}`,
  /** All sales that match the filters, as a CSV file. */
  salesFile: (query: SalesAddress = {}) => `/brand/dashboard/sales/list.csv${toSearch({ ...query })}`,
  analytics: (query: { period?: string | undefined; show?: string | undefined } = {}) =>
    `/brand/dashboard/analytics${toSearch(query)}`,
  analyticsFile: (query: { period: string }) => `/brand/dashboard/analytics/days.csv${toSearch(query)}`,
  /** A sale with its history. Also receives the forms that confirm or dispute it. */
  sale: (saleId: string) => `/brand/dashboard/sales/${encodeURIComponent(saleId)}`,
  /** Shopper demand, and where shoppers drop off. */
  demand: (query: DemandAddress = {}) => `/brand/dashboard/analytics/demand${toSearch({ ...query })}`,
  demandFile: (query: DemandAddress = {}) => `/brand/dashboard/analytics/demand.csv${toSearch({ ...query })}`,
  productImports: () => '/brand/dashboard/products/import',
  productImport: (importId: string, query: { kind?: string; page?: number } = {}) =>
    `/brand/dashboard/products/import/${encodeURIComponent(importId)}${toSearch(query)}`,
  importFindings: (importId: string) => `/brand/dashboard/products/import/${encodeURIComponent(importId)}/findings.csv`,
  importSample: () => '/brand/dashboard/products/import/sample.csv',
  productExport: (query: { format?: string; status?: string } = {}) =>
    `/brand/dashboard/products/export${toSearch(query)}`,
  productExportFile: (query: { format: string; status: string }) =>
    `/brand/dashboard/products/export.csv${toSearch(query)}`,
}

/** The query of the products page. */
export interface OwnProductsAddress {
  q?: string | undefined
  state?: string | undefined
  category?: string | undefined
  stock?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  period?: string | undefined
  view?: string | undefined
}
/** The query of the demand page. */
export interface DemandAddress {
  period?: string | undefined
  by?: string | undefined
  sort?: string | undefined
  page?: number | undefined
}
/** The query of the sales page. */
export interface SalesAddress {
  period?: string | undefined
  state?: string | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
  page?: number | undefined
}
/** The query of the customer feedback page. */
export interface CustomerFeedbackAddress {
  tab?: string | undefined
  q?: string | undefined
  rating?: number | undefined
  answer?: string | undefined
  status?: string | undefined
  page?: number | undefined
  period?: string | undefined
}
export type StoreSettingsTab =
  'profile' | 'store' | 'notifications' | 'security' | 'billing' | 'usage' | 'integrations' | 'export' | 'display'
