import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMonthFirst, parseBankAmount, parseDay, type BankPayment } from './bank-values.ts'
import { lineKeys } from './line-keys.ts'
import { numbersIn, proposePayments, type KnownInvoice } from './propose-payments.ts'
import { parseStatementFile } from './parse-statement-file.ts'
import { MAX_STATEMENT_ROWS } from './statements.schema.ts'

const read = (text: string | Buffer, currency = '') => parseStatementFile(Buffer.from(text), currency)
const payment = (given: Partial<BankPayment> = {}): BankPayment => ({
  bankId: '',
  bookedOn: '2026-11-20',
  amountMinor: 12_000n,
  currency: 'EUR',
  reference: 'WTF-2026-000012',
  payer: 'Marke GmbH',
  payerIban: 'DE89370400440532013000',
  ...given,
})
const WANTED = [payment()]

describe('a CSV statement', () => {
  test.each([
    [
      'in English with signed amounts',
      'Date,Description,Amount,Currency,Payer,Payer IBAN\n2026-11-20,WTF-2026-000012,120.00,EUR,Marke GmbH,DE89 3704 0044 0532 0130 00\n2026-11-21,Rent,-900.00,EUR,,\n',
    ],
    [
      'in English with money in and out',
      'Booking Date,Narrative,Paid out,Paid in,Counterparty,Counterparty IBAN\n20 Nov 2026,WTF-2026-000012,,"€120.00",Marke GmbH,DE89370400440532013000\n21 Nov 2026,Rent,€900.00,,,\n',
    ],
    [
      'in German with lines before the header',
      '"Girokonto";"DE02120300000000202051"\n"Kontostand vom 27.11.2026:";"1.234,56 EUR"\n\n"Buchungsdatum";"Zahlungspflichtige*r";"Verwendungszweck";"IBAN";"Betrag (€)"\n"20.11.26";"Marke GmbH";"WTF-2026-000012";"DE89370400440532013000";"120,00"\n"21.11.26";"Vermieter";"Miete";"";"-1.900,00"\n',
    ],
    [
      'in German with debit or credit in a column',
      'Buchungstag;Betrag;Soll/Haben;Währung;Verwendungszweck;Auftraggeber;Kontonummer/IBAN\n20.11.2026;120,00;H;EUR;WTF-2026-000012;Marke GmbH;DE89370400440532013000\n21.11.2026;1.900,00;S;EUR;Miete;;\n',
    ],
    [
      'in French',
      'Date de comptabilisation;Libellé;Débit;Crédit;Devise;Émetteur;IBAN émetteur\n20/11/2026;WTF-2026-000012;;120,00;EUR;Marke GmbH;DE89370400440532013000\n21/11/2026;Loyer;1 900,00;;EUR;;\n',
    ],
  ])('%s is read', async (_, text) => {
    expect(await read(text)).toMatchObject({ format: 'csv', payments: WANTED, ignored: 1, unread: 0 })
    const latin = Buffer.from(text.replaceAll('€', 'EUR'), 'latin1')
    expect(await read(latin)).toMatchObject({ payments: WANTED, ignored: 1, unread: 0 })
  })

  test('reports each row that cannot be read, and reads the others', async () => {
    const rows = ['2026-13-20,A,1.00', '2026-11-20,B,1.2.3', '2026-11-20,C,', '2026-11-20,D,5.00']
    expect(await read(`Date,Reference,Amount\n${rows.join('\n')}\n`, 'GBP')).toMatchObject({
      payments: [{ reference: 'D', amountMinor: 500n, currency: 'GBP' }],
      unread: 3,
      problems: [
        { line: 2, reason: '"2026-13-20" is not a date that we can read.' },
        { line: 3, reason: '"1.2.3" is not an amount that we can read.' },
        { line: 4, reason: 'It has no amount.' },
      ],
    })
  })

  test("uses the account's currency only for rows without one", async () => {
    const text = 'Date,Reference,Amount\n2026-11-20,A,5.00\n'
    expect(await read(text)).toMatchObject({ payments: [], unread: 1 })
    expect(await read(text.replace('Amount', 'Amount (USD)'), 'GBP')).toMatchObject({ payments: [{ currency: 'USD' }] })
  })

  test.each([
    ['Type', 'Credit', 'Debit'],
    ['Transaction Type', 'CR', 'DR'],
    ['Dr/Cr', 'Cr', 'Dr'],
    ['Direction', 'Incoming', 'Outgoing'],
  ])('includes only incoming payments if "%s" is the direction', async (name, credit, debit) => {
    const text = `Date,Reference,Amount,${name}\n2026-11-20,A,5.00,${credit}\n2026-11-20,B,6.00,${debit}\n2026-11-20,C,7.00,Other\n`
    expect(await read(text, 'GBP')).toMatchObject({
      payments: [{ reference: 'A' }],
      ignored: 1,
      unread: 1,
      isUnsigned: false,
      problems: [{ line: 4, reason: '"Other" is neither credit nor debit.' }],
    })
  })

  test('accepts any transfer type under "Type" if amounts have signs', async () => {
    const text = 'Date,Type,Reference,Amount\n2026-11-20,BGC,A,5.00\n2026-11-20,DD,B,-6.00\n'
    expect(await read(text, 'GBP')).toMatchObject({ payments: [{ reference: 'A' }], ignored: 1, isUnsigned: false })
  })

  test.each([
    ['State', 'COMPLETED', 'PENDING'],
    ['State', 'COMPLETED', 'REVERTED'],
    ['Status', 'Booked', 'Pending'],
    ['Info', 'Umsatz gebucht', 'Umsatz vorgemerkt'],
    ['Statut', 'Comptabilisé', 'En attente'],
  ])('ignores payments that are not booked: %s %s and %s', async (name, booked, pending) => {
    const text = `Date,Reference,Amount,${name}\n2026-11-20,A,5.00,${booked}\n2026-11-20,B,6.00,${pending}\n2026-11-20,C,-7.00,${booked}\n`
    expect(await read(text, 'GBP')).toMatchObject({ payments: [{ reference: 'A' }], ignored: 2, unread: 0 })
  })

  test('reports whether it distinguishes incoming from outgoing payments', async () => {
    const text = 'Date,Reference,Amount\n2026-11-20,A,5.00\n'
    expect(await read(text, 'GBP')).toMatchObject({ payments: [{}], isUnsigned: true })
    expect(await read(`${text}2026-11-20,B,-6.00\n`, 'GBP')).toMatchObject({ payments: [{}], isUnsigned: false })
    expect(await read(text.replace('5.00', '+5.00'), 'GBP')).toMatchObject({ payments: [{}], isUnsigned: false })
    expect(await read(text.replace('Amount', 'Paid in'), 'GBP')).toMatchObject({ isUnsigned: false })
  })

  test('treats three capital letters in a column’s name as a currency only if that currency exists', async () => {
    const text = 'DATE,REFERENCE,CREDIT AMT,DEBIT AMT\n2026-11-20,A,5.00,\n2026-11-20,B,,6.00\n'
    expect(await read(text, 'GBP')).toMatchObject({ payments: [{ reference: 'A', currency: 'GBP' }], ignored: 1 })
    expect(await read(text)).toMatchObject({ payments: [], unread: 2 })
    expect(await read(text.replace('AMT', 'CHF'))).toMatchObject({ payments: [{ currency: 'CHF' }] })
  })

  test('is refused without the required columns, and the message lists them', async () => {
    await expect(read('Colour,Size\nred,S\n')).rejects.toThrow('no column for: date, amount, reference or payer')
  })
})

describe('amounts', () => {
  test.each([
    ['1.234,56', 'EUR', 123_456n],
    ['1,234.56', 'USD', 123_456n],
    ["1'234.5", 'CHF', 123_450n],
    ['1\u00a0234,56 €', 'EUR', 123_456n],
    ['1.234', 'EUR', 123_400n],
    ['1,234,567', 'JPY', 1_234_567n],
    ['(12.00)', 'USD', -1_200n],
    ['12,00-', 'EUR', -1_200n],
    ['+12', 'EUR', 1_200n],
    ['100.00000', 'EUR', 10_000n],
    ['1.234', 'KWD', null],
    ['1.234,567', 'KWD', 1_234_567n],
    ['12.345,6.7', 'EUR', null],
    ['1.23.456', 'EUR', null],
    ['abc', 'EUR', null],
    ['12.345678', 'EUR', null],
  ])('are parsed correctly from %s in %s', (text, currency, minor) =>
    expect(parseBankAmount(text, currency)).toBe(minor),
  )

  test('are parsed correctly in English, German, French and Swiss notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (minor) => {
        for (const locale of ['en', 'de', 'fr', 'de-CH']) {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(minor / 100)
          expect(parseBankAmount(text, 'EUR')).toBe(BigInt(minor))
        }
      }),
    )
  })
})

test.each([
  ['27.11.2026', false, '2026-11-27'],
  ['27/11/26', false, '2026-11-27'],
  ['11/27/2026', true, '2026-11-27'],
  ['27 Nov 2026', false, '2026-11-27'],
  ['2026-11-27T10:00:00Z', false, '2026-11-27'],
  ['20261127', false, '2026-11-27'],
  ['31.02.2026', false, null],
  ['', false, null],
])('parses the date %s', (text, isMonthFirst, day) => expect(parseDay(text, isMonthFirst)).toBe(day))

test('detects the order of day and month in any statement of several days, even without a day after the 12th', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day))
  const write = (day: Date, isFirst: boolean) => {
    const [date, month] = [day.getUTCDate(), day.getUTCMonth() + 1].map((each) => String(each).padStart(2, '0'))
    return `${isFirst ? `${month}/${date}` : `${date}/${month}`}/2026`
  }
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 12 }), fc.boolean(), (start, length, isFirst) => {
      const days = [at(start), at(start + length)]
      fc.pre(days[0]?.getUTCMonth() === days[1]?.getUTCMonth())
      const texts = days.map((day) => write(day, isFirst))
      expect(isMonthFirst(texts, '2026-12-31')).toBe(isFirst)
    }),
  )
})

test.each([
  ['05/11/2026', '2026-11-27', false],
  ['11/05/2026', '2026-11-27', true],
  ['11/05/2026', '2026-06-01', false],
  ['11/11/2026', '2026-11-27', false],
  ['31/12/2026', '2026-01-01', false],
])('guesses the order of day and month in the single date %s, read on %s', (day, today, isFirst) =>
  expect(isMonthFirst([day], today)).toBe(isFirst),
)

const xml = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const camtEntry = ({ amountMinor, currency, bookedOn, reference, payer, payerIban, bankId }: BankPayment) => `
  <Ntry><Amt Ccy="${currency}">${Number(amountMinor) / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${bookedOn}</Dt></BookgDt>${bankId && `<AcctSvcrRef>${bankId}</AcctSvcrRef>`}<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  <RltdPties><Dbtr><Pty><Nm>${xml(payer)}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>${xml(reference)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const camt = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`

describe('the row limit', () => {
  const many = (text: string) => text.repeat(MAX_STATEMENT_ROWS + 1)
  const csv = (end: string) => `Date,Reference,Amount${end}${many(`2026-11-20,A,5.00${end}`)}`
  test.each([
    ['in a CSV file', csv('\n')],
    ['in a CSV file with CR line endings', csv('\r')],
    ['in a CSV file in UTF-16', Buffer.from(`\ufeff${csv('\r\n')}`, 'utf16le')],
    ['as entries', camt(many('<Ntry></Ntry>'))],
    ['as entries with spaces in their tags', camt(many('<Ntry ></Ntry >'))],
    ['as transactions of an entry', camt(`<Ntry>${many('<TxDtls ></TxDtls >')}</Ntry>`)],
    ['in XML in UTF-16', Buffer.from(`\ufeff${camt(many('<Ntry></Ntry>')).replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ])('refuses a statement with too many rows %s', async (_, text) => {
    await expect(read(text, 'GBP')).rejects.toThrow('more than 10,000 rows')
  })

  test('accepts a statement with exactly the maximum', async () => {
    const text = `Date,Reference,Amount\r${'2026-11-20,A,5.00\r'.repeat(MAX_STATEMENT_ROWS)}`
    expect((await read(text, 'GBP')).payments).toHaveLength(MAX_STATEMENT_ROWS)
  })
})

describe('a CAMT.053 statement', () => {
  test('is read without outgoing, pending and reversed entries', async () => {
    const entry = camtEntry(payment())
    const others = [
      entry.replace('CRDT', 'DBIT'),
      entry.replace('BOOK', 'PDNG'),
      entry.replace('BOOK', 'FUTR'),
      entry.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>'),
      entry.replace('<Sts>', '<RvslInd>1</RvslInd><Sts>'),
    ]
    expect(await read(camt(entry + others.join('')))).toMatchObject({
      format: 'camt.053',
      payments: WANTED,
      ignored: 5,
      unread: 0,
    })
    const prefixed = camt(entry)
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=')
    expect(await read(prefixed)).toMatchObject({ payments: WANTED })
  })

  test('has a payment for each transaction of a batch, with its structured reference', async () => {
    const one = (amount: string, reference: string) =>
      `<TxDtls><Refs><EndToEndId>E2E ${amount}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <RltdPties><Dbtr><Nm>Marke</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
    const batch = `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-20T09:00:00</DtTm></BookgDt>
      <NtryDtls>${one('10.00', 'WTF-2026-000001')}${one('20.00', 'WTF-2026-000002')}</NtryDtls></Ntry>`
    expect((await read(camt(batch))).payments).toMatchObject([
      { amountMinor: 1_000n, reference: 'WTF-2026-000001 E2E 10.00', payer: 'Marke', bookedOn: '2026-11-20' },
      { amountMinor: 2_000n, reference: 'WTF-2026-000002 E2E 20.00' },
    ])
  })

  test.each([
    ['a document type', camt('').replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), /document type/],
    ['an unknown entity', camt('<Ntry>&lol;</Ntry>'), /broken at line 1/],
    ['a missing end', camt(camtEntry(payment())).slice(0, -30), /broken/],
    ['another root', '<rss></rss>', /not a CAMT.053/],
    ['endless nesting', camt('<a>'.repeat(100)), /nested more than 64/],
  ])('is refused with %s', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })
})

test.each([
  ['Invoice WTF-2026-000012', ['WTF-2026-000012']],
  ['wtf 2026 000012 thanks', ['WTF-2026-000012']],
  ['RF WTF2026000012 120,00', ['WTF-2026-000012']],
  ['WTF-2026-0000 12', ['WTF-2026-000012']],
  ['WTF-2026-000012 WTF-2026-000013', ['WTF-2026-000012', 'WTF-2026-000013']],
  ['WTF-2026-0000123', []],
  ['XWTF-2026-000012', []],
])('finds the invoice numbers in the reference %s', (reference, numbers) =>
  expect(numbersIn(reference)).toEqual(numbers),
)

const invoice = (given: Partial<KnownInvoice> = {}): KnownInvoice => ({
  id: 'i12',
  number: 'WTF-2026-000012',
  kind: 'invoice',
  status: 'open',
  currency: 'EUR',
  payableMinor: 12_000n,
  names: ['Marke GmbH'],
  paidByHandAt: null,
  ...given,
})
const lineOf = (id: string, given: Partial<BankPayment> = {}) => {
  const { bookedOn, ...rest } = payment(given)
  return { id, ...rest, bookedOn: new Date(bookedOn) }
}

describe('a proposed payment', () => {
  const propose = (given: Partial<BankPayment>, ...invoices: KnownInvoice[]) =>
    proposePayments([lineOf('l', given)], invoices, []).get('l')

  test.each([
    ['a smaller amount', { amountMinor: 11_999n }, invoice(), 'less'],
    ['a larger amount', { amountMinor: 12_001n }, invoice(), 'more'],
    ['another currency', { currency: 'GBP' }, invoice(), 'currency'],
    ['a paid invoice', {}, invoice({ status: 'paid' }), 'paid'],
    ['a credit note', {}, invoice({ kind: 'credit_note' }), 'credit'],
  ])('is never exact for %s', (_, given, known, why) => {
    expect(propose(given, known)).toMatchObject({ kind: 'differs', why })
  })

  test('uses amount and payer if no reference contains an invoice number', () => {
    const other = { reference: 'thank you' }
    expect(propose({ ...other, payer: 'MARKE' }, invoice())).toMatchObject({ kind: 'name' })
    expect(propose({ ...other, payer: 'Somebody Else' }, invoice())).toEqual({ kind: 'none' })
    expect(propose({ ...other, amountMinor: 1n }, invoice())).toEqual({ kind: 'none' })
  })

  test('is made once for each invoice', () => {
    const proposals = proposePayments([lineOf('a'), lineOf('b')], [invoice()], [])
    expect([proposals.get('a'), proposals.get('b')]).toMatchObject([
      { kind: 'exact' },
      { kind: 'differs', why: 'twice' },
    ])
  })
})

describe('a line that may repeat an earlier payment', () => {
  const paid = invoice({ status: 'paid' })
  const next = invoice({ id: 'i13', number: 'WTF-2026-000013' })
  const unnamed = { reference: 'thank you' }
  const earlier = (given: Partial<BankPayment> = {}, isUndone = false) => ({
    ...lineOf('e', { ...unnamed, ...given }),
    isUndone,
    number: 'WTF-2026-000012',
  })

  test.each([
    ['the same IBAN', unnamed, earlier({ payer: 'M. GmbH' })],
    ['the same payer', { ...unnamed, payerIban: '' }, earlier({ payer: 'MARKE' })],
    ['a payer named in only one file', unnamed, earlier({ payer: '', payerIban: '' })],
    ['a few days later', { ...unnamed, bookedOn: '2026-11-25' }, earlier()],
    ['the next invoice in the reference', { reference: 'WTF-2026-000013' }, earlier()],
    ['an undone payment', unnamed, earlier({}, true)],
  ])('is not proposed for the next invoice: %s', (_, given, before) => {
    expect(proposePayments([lineOf('l', given)], [paid, next], [before]).get('l')).toMatchObject({
      kind: 'differs',
      why: 'recorded',
      numbers: ['WTF-2026-000012'],
    })
  })

  test.each([
    ['a week later', { ...unnamed, bookedOn: '2026-11-27' }, earlier(), 'name'],
    ['another amount', { ...unnamed, amountMinor: 12_000n }, earlier({ amountMinor: 11_000n }), 'name'],
    [
      'an earlier payment from another payer',
      { reference: 'WTF-2026-000013', payer: '', payerIban: '' },
      earlier({ payer: 'Somebody' }),
      'exact',
    ],
    ['another IBAN', unnamed, earlier({ payerIban: 'DE02120300000000202051' }), 'name'],
    [
      'an earlier payment of another invoice',
      { reference: 'WTF-2026-000013' },
      earlier({ reference: 'WTF-2026-000012' }),
      'exact',
    ],
  ])('is proposed for the next invoice: %s', (_, given, before, kind) => {
    expect(proposePayments([lineOf('l', given)], [paid, next], [before]).get('l')).toMatchObject({
      kind,
      invoice: { id: 'i13' },
    })
  })

  test('is matched to each earlier payment only once', () => {
    const proposals = proposePayments([lineOf('a', unnamed), lineOf('b', unnamed)], [paid, next], [earlier()])
    expect([...proposals.values()]).toMatchObject([{ why: 'recorded' }, { kind: 'name', invoice: { id: 'i13' } }])
  })

  test('is also matched to a manual payment in the month before or after', () => {
    const byHand = (day: string) => invoice({ status: 'paid', paidByHandAt: new Date(day) })
    const propose = (day: string) => proposePayments([lineOf('l', unnamed)], [byHand(day), next], []).get('l')
    expect(propose('2026-11-24')).toMatchObject({ kind: 'differs', why: 'by_hand', invoice: { id: 'i12' } })
    expect(propose('2026-09-24')).toMatchObject({ kind: 'name', invoice: { id: 'i13' } })
  })
})

const anyInvoices = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 10 ** 9 })), {
    selector: ([place]) => place,
    maxLength: 20,
  })
  .map((all) =>
    all.map(([place, minor]) =>
      invoice({ id: String(place), number: `WTF-2026-${String(place).padStart(6, '0')}`, payableMinor: BigInt(minor) }),
    ),
  )
const german = (minor: bigint) => new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).format(Number(minor) / 100)

test('matches any shuffled invoices exactly, as CSV and as CAMT, with the same unique key for each line', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoices, fc.array(fc.nat()), async (invoices, order) => {
      const shuffled = invoices.toSorted(
        (a, b) => (order[Number(a.id) % order.length] ?? 0) - (order[Number(b.id) % order.length] ?? 0),
      )
      const paid = shuffled.map(({ number, payableMinor }) =>
        payment({ reference: `Rechnung ${number}`, amountMinor: payableMinor }),
      )
      const csv = `Buchungstag;Verwendungszweck;Betrag;Währung;Auftraggeber;IBAN\n${paid
        .map((each) => `20.11.2026;${each.reference};${german(each.amountMinor)};EUR;${each.payer};${each.payerIban}\n`)
        .join('')}`
      for (const text of [csv, camt(paid.map(camtEntry).join(''))]) {
        const { payments } = await read(text)
        expect(payments).toEqual(paid)
        const proposals = proposePayments(
          payments.map((each, at) => lineOf(String(at), each)),
          invoices,
          [],
        )
        expect([...proposals.values()]).toEqual(shuffled.map((each) => ({ kind: 'exact', invoice: each })))
        expect(new Set(lineKeys(payments).map((key) => Buffer.from(key).toString('hex'))).size).toBe(invoices.length)
        expect(lineKeys(payments)).toEqual(lineKeys(paid))
      }
    }),
    { numRuns: 50 },
  )
})
