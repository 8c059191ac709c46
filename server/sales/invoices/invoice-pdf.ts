import { createRequire } from 'node:module'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { countryLine } from '#server/sales/billing/country-line.values.ts'
import { VAT_WORDS, vatName } from '#server/sales/billing/invoice-words.values.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { drawPayment } from './draw-payment.ts'
import type { getInvoice } from './invoices.service.ts'

type Invoice = Awaited<ReturnType<typeof getInvoice>>

// We use the font with the broadest character coverage, because business names come in all European alphabets.
const { resolve } = createRequire(import.meta.url)
const PLAIN = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const BOLD = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

/** In points, on A4. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56]
const RIGHT = WIDTH - MARGIN
const BOTTOM = HEIGHT - 84
/** The right edges of the two columns of amounts. The description gets the remaining width. */
const BASE_END = RIGHT - 100
const TEXT_WIDTH = BASE_END - 100 - MARGIN
const [INK, GREY, HAIRLINE] = ['#161513', '#6b6862', '#d8d4cc']
const MAX_DESCRIPTION = 200

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Draws an invoice or credit note on A4, with as many pages as its lines need.
 * @param site.siteUrl the site where partners can verify their ledger
 */
export async function invoicePdf(invoice: Invoice, { siteUrl }: { siteUrl: string }): Promise<Buffer> {
  const { number, kind, currency, lines } = invoice
  // PDFKit and its font code take 10 MB, so we load them when we draw the first invoice.
  const { default: PDFDocument } = await import('pdfkit')
  const doc: PDFKit.PDFDocument = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: `${titleOf(kind)} ${number}`, Author: 'WTF', CreationDate: invoice.issuedAt },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, fail) => doc.on('end', done).on('error', fail))
  const money = (minor: number) => formatMoney(minor, currency)
  doc.registerFont('plain', PLAIN).registerFont('bold', BOLD)

  let y = drawHead(doc, invoice)
  y = drawTableHead(doc, y)
  for (const { description, baseMinor, amountMinor } of lines) {
    doc.font('plain').fontSize(9).fillColor(INK)
    const text = description.slice(0, MAX_DESCRIPTION)
    const height = Math.max(12, doc.heightOfString(text, { width: TEXT_WIDTH }))
    if (y + height + 10 > BOTTOM) {
      doc.addPage()
      y = drawTableHead(doc, MARGIN)
      doc.font('plain').fontSize(9).fillColor(INK)
      await turnOfOthers()
    }
    doc.text(text, MARGIN, y + 5, { width: TEXT_WIDTH })
    drawAmount(doc, money(baseMinor), BASE_END, y + 5)
    drawAmount(doc, money(amountMinor), RIGHT, y + 5)
    y = drawHairline(doc, y + height + 10)
  }
  drawTotals(doc, invoice, y, siteUrl)

  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.font('plain').fontSize(8).fillColor(GREY)
    doc.text(`${titleOf(kind)} ${number}`, MARGIN, HEIGHT - 48, { lineBreak: false })
    drawAmount(doc, `Page ${page + 1} of ${count}`, RIGHT, HEIGHT - 48)
  }
  doc.end()
  await ended
  return Buffer.concat(parts)
}

const titleOf = (kind: Invoice['kind']): string => (kind === 'invoice' ? 'Invoice' : 'Credit note')

/** @returns the y position below the head */
function drawHead(
  doc: PDFKit.PDFDocument,
  { kind, number, month, issuedAt, dueOn, billedTo, seller, corrects, status, paidAt }: Invoice,
) {
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))
  doc.font('bold').fontSize(26).fillColor(INK).text('WTF', MARGIN, MARGIN, { lineBreak: false })
  doc.fontSize(16)
  drawAmount(doc, titleOf(kind), RIGHT, MARGIN + 6)
  const facts = [
    ['Number', number],
    ['Date', DAY.format(issuedAt)],
    ['Sales confirmed in', MONTH.format(month)],
    ['Supplied until', DAY.format(lastDay)],
    ...(kind === 'invoice' ? [['Due on', DAY.format(dueOn)]] : []),
    ...(billedTo.purchaseOrder ? [['Your reference', billedTo.purchaseOrder]] : []),
    ...(status === 'paid' && paidAt ? [['Paid on', DAY.format(paidAt)]] : []),
  ] as Array<[string, string]>
  let y = MARGIN + 56
  for (const [name, value] of facts) {
    doc
      .font('plain')
      .fontSize(9)
      .fillColor(GREY)
      .text(name, BASE_END - 60, y, { lineBreak: false })
    doc.fillColor(INK)
    drawAmount(doc, value, RIGHT, y)
    y += 15
  }
  doc
    .font('plain')
    .fontSize(9)
    .fillColor(GREY)
    .text('Billed to', MARGIN, MARGIN + 56, { lineBreak: false })
  doc.font('bold').fontSize(11).fillColor(INK)
  doc.text(billedTo.legalName ?? billedTo.businessName, MARGIN, MARGIN + 71, { width: 250, height: 44, ellipsis: true })
  doc.font('plain').fontSize(9)
  const buyerAddress = billedTo.address ?? billedTo.businessAddress
  const address = [
    buyerAddress,
    countryLine(buyerAddress, billedTo.countryName ?? ''),
    billedTo.email,
    billedTo.vatNumber && `VAT number ${billedTo.vatNumber}`,
  ]
  doc.text(address.filter(Boolean).join('\n'), MARGIN, doc.y + 2, { width: 250, height: 112, ellipsis: true })
  let end = Math.max(y, doc.y)
  if (seller) {
    doc.fillColor(GREY).text('From', MARGIN, end + 16, { lineBreak: false })
    doc.font('bold').fontSize(11).fillColor(INK)
    doc.text(seller.legalName, MARGIN, end + 31, { width: 250, height: 44, ellipsis: true })
    doc.font('plain').fontSize(9)
    const lines = [
      seller.address,
      countryLine(seller.address, seller.countryName),
      seller.companyNumber && `Company number ${seller.companyNumber}`,
      seller.vatNumber && `VAT number ${seller.vatNumber}`,
    ]
    doc.text(lines.filter(Boolean).join('\n'), MARGIN, doc.y + 2, { width: 300, height: 112, ellipsis: true })
    end = doc.y
  }
  if (corrects.length) {
    const text = `This credit note corrects ${corrects.join(', ')}.`
    doc.fillColor(INK).text(text, MARGIN, end + 12, { width: RIGHT - MARGIN, height: 48, ellipsis: true })
    end = doc.y
  }
  return end + 28
}

function drawTableHead(doc: PDFKit.PDFDocument, y: number): number {
  doc.font('plain').fontSize(8).fillColor(GREY).text('Sale', MARGIN, y, { lineBreak: false })
  drawAmount(doc, 'Sale amount', BASE_END, y)
  drawAmount(doc, 'Commission', RIGHT, y)
  return drawHairline(doc, y + 14)
}

function drawTotals(doc: PDFKit.PDFDocument, invoice: Invoice, from: number, siteUrl: string): void {
  const { seller, vat, grossMinor } = invoice
  const { kind, currency, totalMinor, creditMinor, payableMinor, dueOn, number, entries, lastEntry, status } = invoice
  const money = (minor: number) => formatMoney(minor, currency)
  // Keep the totals, the payment instructions and the QR code on one page.
  const needed = 180 + vat.length * 30 + (seller ? 100 : 0)
  if (from + needed > BOTTOM) doc.addPage()
  let y = from + needed > BOTTOM ? MARGIN : from + 14
  const taxes = vat.map((each): [string, string] => [
    `${vatName(each)} on ${money(each.netMinor)}`,
    money(each.vatMinor),
  ])
  const gross: Array<[string, string]> = [
    [seller ? 'Commission excluding VAT' : 'Commission', money(totalMinor)],
    ...taxes,
    ...(seller ? [['Total including VAT', money(grossMinor)] as [string, string]] : []),
  ]
  const rows: Array<[string, string]> =
    kind === 'invoice'
      ? [
          ...gross,
          ...(creditMinor > 0 ? [['Credit from earlier months', money(-creditMinor)] as [string, string]] : []),
          ['Amount due', money(payableMinor)],
        ]
      : [...(seller ? gross : []), ['Credit for your next invoices', money(-grossMinor)]]
  rows.forEach(([name, value], index) => {
    const isLast = index === rows.length - 1
    doc
      .font(isLast ? 'bold' : 'plain')
      .fontSize(isLast ? 12 : 9)
      .fillColor(INK)
    drawAmount(doc, name, BASE_END, y)
    drawAmount(doc, value, RIGHT, y)
    y += isLast ? 30 : 18
  })
  const howToPay =
    kind === 'credit_note'
      ? 'No payment is due. We apply the credit to your next invoices.'
      : payableMinor > 0 && status === 'open'
        ? `Please pay ${money(payableMinor)} by ${DAY.format(dueOn)}, and use ${number} as the payment reference.`
        : 'No payment is due.'
  doc
    .font('plain')
    .fontSize(9)
    .fillColor(INK)
    .text([howToPay, ...wordsOf(vat)].join('\n'), MARGIN, y, { width: RIGHT - MARGIN })
  if (kind === 'invoice' && status === 'open' && payableMinor > 0) drawPayment(doc, invoice, MARGIN, doc.y + 10)
  doc
    .fillColor(GREY)
    .text(
      `Based on ${entries} ${entries === 1 ? 'entry' : 'entries'} in your ledger. You can download and verify your ledger at ${siteUrl}/brand/dashboard/invoices.${
        lastEntry ? ` The last one is entry ${lastEntry.seq}; its hash is ${lastEntry.hash}.` : ''
      }`,
      MARGIN,
      doc.y + 6,
      { width: RIGHT - MARGIN },
    )
}

const wordsOf = (vat: Invoice['vat']): string[] =>
  [...new Set(vat.map(({ treatment }) => VAT_WORDS[treatment]))].filter((text) => text !== '')

/** Draws text that ends at `right`. */
function drawAmount(doc: PDFKit.PDFDocument, text: string, right: number, y: number): void {
  doc.text(text, right - doc.widthOfString(text), y, { lineBreak: false })
}

/** @returns the line's y position */
function drawHairline(doc: PDFKit.PDFDocument, y: number): number {
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(HAIRLINE).stroke()
  return y
}
