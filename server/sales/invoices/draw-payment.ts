import { encode } from 'uqr'
import { paymentFacts } from '../billing/invoice-words.values.ts'
import type { getInvoice } from './invoices.service.ts'

type Invoice = Pick<Awaited<ReturnType<typeof getInvoice>>, 'seller' | 'number' | 'epc'>

/** In points. */
const [LINE, CODE, GAP, NAME_WIDTH] = [14, 96, 16, 100]
const [INK, GREY] = ['#161513', '#6b6862']

/** Draws the payment details of an invoice and, for euros, its EPC QR code. Afterwards `doc.y` is below both. */
export function drawPayment(
  doc: PDFKit.PDFDocument,
  { seller, number, epc }: Invoice,
  left: number,
  top: number,
): void {
  if (!seller) return
  const textLeft = epc ? left + CODE + GAP : left
  if (epc) drawCode(doc, epc, left, top)
  let y = top
  doc.font('plain').fontSize(9)
  for (const [name, value] of paymentFacts(seller, number)) {
    doc.fillColor(GREY).text(name, textLeft, y, { lineBreak: false })
    doc.fillColor(INK).text(value, textLeft + NAME_WIDTH, y, { width: 260, height: LINE, ellipsis: true })
    y += LINE
  }
  if (epc) doc.fillColor(GREY).text('Scan it with your banking app.', textLeft, y + 4, { lineBreak: false })
  doc.y = Math.max(y, epc ? top + CODE : 0) + 8
}

function drawCode(doc: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  // The standard requires level M.
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const module = CODE / size
  for (const [row, dots] of data.entries())
    for (const [column, isDark] of dots.entries())
      if (isDark) doc.rect(left + column * module, top + row * module, module, module)
  doc.fillColor('#000000').fill()
}
