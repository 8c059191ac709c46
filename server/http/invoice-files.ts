import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import type { Caller } from '#server/router.ts'
import { eInvoiceObstacle } from '#server/sales/billing/e-invoice-obstacle.shared.ts'
import { eInvoice } from '#server/sales/invoices/e-invoice.ts'
import { exportInvoices } from '#server/sales/invoices/export-invoices.service.ts'
import { invoicePdf } from '#server/sales/invoices/invoice-pdf.ts'
import type { getInvoice } from '#server/sales/invoices/invoices.service.ts'
import { exportLedger } from '#server/sales/ledger/export-ledger.service.ts'
import { invoiceInput, type InvoiceInput } from '#server/sales/sales.schema.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'
import type { StreamedFiles } from './streamed-files.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

type Invoice = Awaited<ReturnType<typeof getInvoice>>

const VERIFIER = path.resolve(import.meta.dirname, '../../scripts/ledger-verify.mjs')
const STATUS_OF = lookup<401 | 403 | 404 | 503>({
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
})

interface Parts {
  db: Db
  env: Env
  callerOf: (c: HttpContext) => Promise<Caller>
  askerFor: (c: HttpContext) => Asker
  files: StreamedFiles
}

/**
 * Invoices as PDF, UBL and CSV for their partner and for administrators, a partner's ledger as NDJSON, and the script
 * that verifies it. The procedures check access.
 */
export function addInvoiceFiles(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, env, callerOf, askerFor, files }: Parts,
): void {
  const audiences = [
    { area: '/brand/dashboard', read: async (c, input) => (await callerOf(c)).sales.invoice(input) },
    { area: '/admin', read: async (c, input) => (await callerOf(c)).admin.money.invoice(input) },
  ] satisfies Array<{ area: string; read: (c: HttpContext, input: InvoiceInput) => Promise<Invoice> }>
  for (const { area, read } of audiences) {
    const send = async (c: HttpContext, make: (invoice: Invoice) => Promise<Response>) => {
      const asked = invoiceInput.safeParse({ invoiceId: c.req.param('invoiceId') })
      if (!asked.success) return refused(c, { code: 'NOT_FOUND', message: 'Invoice not found.' })
      const invoice = await orRefusal(read(c, asked.data))
      return 'code' in invoice ? refused(c, invoice) : askerFor(c).inTurn(() => make(invoice))
    }
    app.get(`${area}/invoices/:invoiceId/invoice.pdf`, (c) =>
      send(c, async (invoice) => {
        const pdf = await invoicePdf(invoice, { siteUrl: env.SITE_URL })
        return file(new Uint8Array(pdf), 'application/pdf', `${invoice.number}.pdf`)
      }),
    )
    app.get(`${area}/invoices/:invoiceId/invoice.xml`, (c) =>
      send(c, async (invoice) => {
        const obstacle = eInvoiceObstacle(invoice)
        if (obstacle)
          return refused(c, { code: 'NOT_FOUND', message: `There is no e-invoice for this invoice. ${obstacle}` })
        const xml = await eInvoice(invoice, { email: env.CONTACT_EMAIL })
        return file(new TextEncoder().encode(xml), 'application/xml', `${invoice.number}.xml`)
      }),
    )
  }
  const sendInvoices = async (c: HttpContext, asking: Promise<{ partnerId: string | null; fileName: string }>) => {
    const described = await orRefusal(asking)
    if ('code' in described) return refused(c, described)
    const headers = headersOf('text/csv; charset=utf-8', described.fileName)
    return files.send(c, askerFor(c), () => exportInvoices(db, described.partnerId), headers)
  }
  app.get('/brand/dashboard/invoices/export.csv', (c) =>
    sendInvoices(
      c,
      callerOf(c).then((caller) => caller.sales.invoicesFile()),
    ),
  )
  app.get('/admin/invoices/export.csv', (c) =>
    sendInvoices(
      c,
      callerOf(c).then((caller) => caller.admin.money.invoicesFile()),
    ),
  )
  app.get('/brand/dashboard/invoices/ledger.ndjson', async (c) => {
    const ledger = await orRefusal(callerOf(c).then((caller) => caller.sales.ledger()))
    if ('code' in ledger) return refused(c, ledger)
    const partner = { id: ledger.partnerId }
    const headers = headersOf('application/x-ndjson', ledger.fileName)
    return files.send(c, askerFor(c), () => exportLedger({ db, partner }), headers)
  })
  app.get('/brand/dashboard/invoices/ledger-verify.mjs', async () =>
    file(new Uint8Array(await readFile(VERIFIER)), 'text/javascript; charset=utf-8', 'ledger-verify.mjs'),
  )
}

interface Refusal {
  code: string
  message: string
}

/**
 * @throws errors that are not refusals
 */
async function orRefusal<T extends object>(asking: Promise<T>): Promise<T | Refusal> {
  try {
    return await asking
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!STATUS_OF[code]) throw error
    return { code, message }
  }
}

const refused = (c: HttpContext, { code, message }: Refusal) =>
  c.text(message, STATUS_OF[code] ?? 403, { 'cache-control': 'no-store' })

const headersOf = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
})

const file = (body: Uint8Array<ArrayBuffer>, type: string, name: string): Response =>
  new Response(body, { headers: headersOf(type, name) })
