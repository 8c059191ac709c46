import { listClicks } from './click-calls.ts'
import { getInvoice, listInvoiceLines, listInvoices } from './invoice-calls.ts'
import { listLedgerEntries } from './ledger-calls.ts'
import type { Operation } from './define-operation.ts'
import { changeStockAndPrices, create, getProduct, listProducts, update } from './product-calls.ts'
import { getSale, listSales } from './sale-calls.ts'

/** All calls of the partner API besides the conversions API. Each needs a row in tests/access/matrix/partner-api.ts. */
export const OPERATIONS: readonly Operation[] = [
  listSales,
  getSale,
  listClicks,
  listInvoices,
  getInvoice,
  listInvoiceLines,
  listLedgerEntries,
  listProducts,
  getProduct,
  create,
  update,
  changeStockAndPrices,
]
