import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { createSeller, minutesAfter, ORDERED, PERFORMANCE, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { createAdminAsk, findVoid } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { verifyLedger } from '../../../scripts/ledger-verify.mjs'
import { closeMonths } from '../invoices/close-months.ts'
import { confirmDue } from '../lifecycle.ts'
import { recordOrder, recordRefund } from '../record-order.ts'
import type { StoreOrder } from '../store-order.schema.ts'
import { exportLedger } from './export-ledger.service.ts'

const database = useTestDatabase()
const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/ledger-verify.mjs')
let file: Buffer = Buffer.alloc(0)
let lines: string[] = []

/**
 * Contains everything that a ledger can: tiers, another currency, refunds before and after the invoice, a credit note,
 * and all kinds of sales.
 */
beforeAll(async () => {
  const { db } = database
  const { partner, click } = await createSeller(db)
  const signals = [signal({ clickId: (await click()).id })]
  const record = async (given: Partial<StoreOrder> = {}) => {
    const order = storeOrder({ signals, ...given })
    await recordOrder(db, partner.id, order, minutesAfter(ORDERED, 5))
    return order
  }
  const back = (order: StoreOrder, amountMinor: number, at: string) =>
    recordRefund(
      db,
      partner.id,
      order.id,
      {
        id: 'r',
        refundedAt: at,
        lines: [{ lineId: order.lines?.[0]?.id ?? '', quantity: 1, amountMinor }],
        otherMinor: 0,
      },
      new Date(at),
    )
  const large = await record({ lines: [storeLine({ priceMinor: 2_450_000 })] })
  const euro = await record({ currency: 'EUR', lines: [storeLine({ priceMinor: 123_455, includedTaxMinor: 20_000 })] })
  await record({ signals: [signal({ level: 'U', from: 'utm' })] })
  await record({ isTest: true })
  const small = await record()
  await back(small, 1_234, '2026-09-20T00:00:00Z')
  await confirmDue(db, new Date('2026-10-12T00:00:00Z'))
  await closeMonths(db, 'https://wtf.example', new Date('2026-11-01T02:15:00Z'))
  await back(large, 2_000_000, '2026-11-05T00:00:00Z')
  await closeMonths(db, 'https://wtf.example', new Date('2026-12-01T02:15:00Z'))
  await back(euro, 500, '2026-12-05T00:00:00Z')
  await record({ paidAt: '2026-12-01T00:00:00Z' })
  file = await exported(partner.id)
  lines = file.toString().trimEnd().split('\n')
})

async function exported(partnerId: string): Promise<Buffer> {
  const parts: string[] = []
  for await (const part of await exportLedger({ db: database.db, partner: { id: partnerId } })) parts.push(part)
  return Buffer.from(parts.join(''))
}
const openTransactions = () =>
  database.db.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`
const firstOf = (type: string) => lines.findIndex((line) => line.startsWith(`{"type":"${type}"`))
const written = (given: string[]) => Buffer.from(given.map((line) => `${line}\n`).join(''))
/** Rewrites the file like a forger who wants to hide the change. */
const sealed = (given: string[]) => {
  const body = written(given.slice(0, -1))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.concat([body, written([JSON.stringify({ type: 'end', lines: given.length - 1, sha256 })])])
}

test('verifies an export, which contains no personal data', () => {
  expect(verifyLedger(file)).toMatchObject({
    problem: null,
    counts: { header: 1, plan: 1, conversion: 6, invoice: 2, end: 1 },
  })
  expect(verifyLedger(file).counts.entry).toBeGreaterThan(7)
  expect(file.toString()).not.toMatch(/@|customer|hash":null/)
})

test('verifies the ledger of a partner without sales, and that of a plan based on the number of sales', async () => {
  const empty = await createSeller(database.db)
  expect(verifyLedger(await exported(empty.partner.id)).problem).toBeNull()
  const counted = await createSeller(database.db, { planId: PERFORMANCE })
  const signals = [signal({ clickId: (await counted.click()).id })]
  for (let sale = 0; sale < 3; sale++)
    await recordOrder(database.db, counted.partner.id, storeOrder({ signals }), minutesAfter(ORDERED, 5))
  const result = verifyLedger(await exported(counted.partner.id))
  expect(result).toMatchObject({ problem: null, counts: { conversion: 3, entry: 3 } })
})

test('verifies the ledger of a sale that was voided after its invoice', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db)
  const order = storeOrder({ signals: [signal({ clickId: (await click()).id })] })
  const { conversionId } = await recordOrder(db, partner.id, order, minutesAfter(ORDERED, 5))
  await confirmDue(db, new Date('2026-10-12T00:00:00Z'))
  await closeMonths(db, 'https://wtf.example', new Date('2026-11-01T02:15:00Z'))
  const flag = await db.conversionFlag.create({ data: { partnerId: partner.id, conversionId, kind: 'own_staff' } })
  const both = [await createAdminAsk(db), await createAdminAsk(db)] as const
  await findVoid(both, { flagId: flag.id, resolution: 'Their own.' })
  expect(verifyLedger(await exported(partner.id)).problem).toBeNull()
})

test('closes its transaction when a reader stops early', async () => {
  const { id } = await database.db.partner.findFirstOrThrow({ where: { conversions: { some: {} } } })
  for await (const part of await exportLedger({ db: database.db, partner: { id } })) {
    expect(part).toContain('"type":"header"')
    break
  }
  await expect.poll(openTransactions).toEqual([])
})

test('holds no connection for a slow reader', async () => {
  const { id } = await database.db.partner.findFirstOrThrow({ where: { conversions: { some: {} } } })
  const slow = await exportLedger({ db: database.db, partner: { id } })
  expect((await slow.next()).value).toContain('"type":"header"')
  expect(await openTransactions()).toEqual([])
  await slow.return(undefined)
})

test('writes one export of a partner at a time, and two in total', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await createSeller(database.db)).partner.id))
  const exports: Array<AsyncGenerator<string>> = []
  const begin = async (id = '') => {
    const text = await exportLedger({ db: database.db, partner: { id } })
    exports.push(text)
    return text.next()
  }
  const [first, second, third] = ids
  const begun = await Promise.allSettled([begin(first), begin(first), begin(second), begin(third)])
  expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect((begun[1] as PromiseRejectedResult).reason).toBeInstanceOf(TooMuchAsked)
  expect((await begin(third)).value).toContain('"type":"header"')
  for (const text of exports) await text.return(undefined)
})

test('finds any changed byte', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (position, by) => {
      const changed = Buffer.from(file)
      changed[position] = ((changed[position] ?? 0) + by) % 256
      expect(verifyLedger(changed).problem).not.toBeNull()
    }),
    { numRuns: 3_000 },
  )
})

test('finds any removed or inserted byte', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.option(fc.nat(255), { nil: null }), (position, added) => {
      const [before, after] = [file.subarray(0, position), file.subarray(position + (added === null ? 1 : 0))]
      const changed = Buffer.concat([before, Buffer.from(added === null ? [] : [added]), after])
      expect(verifyLedger(changed).problem).not.toBeNull()
    }),
    { numRuns: 1_000 },
  )
})

/** Returns each value in a line, by its path. */
function* fieldsOf(value: unknown, at: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0)) yield at
  else for (const [name, below] of Object.entries(value)) yield* fieldsOf(below, [...at, name])
}
function withOther(line: string, at: string[]): string {
  const copy = JSON.parse(line) as Record<string, unknown>
  let owner = copy
  for (const name of at.slice(0, -1)) owner = owner[name] as Record<string, unknown>
  const name = at.at(-1) ?? ''
  const value = owner[name]
  if (typeof value === 'number') owner[name] = value + 1
  else if (typeof value === 'boolean') owner[name] = !value
  else if (typeof value === 'string') owner[name] = value.replace(/.$/u, (last) => (last === '1' ? '2' : '1'))
  else owner[name] = Array.isArray(value) ? [1] : 1
  return JSON.stringify(copy)
}

describe('every field of every kind of line', () => {
  /**
   * No amount or position depends on these fields (or on a tier that no sale reaches). Only the checksum at the end
   * covers them.
   */
  const FREE = /madeAt|name|version|orderId|orderedAt|level|^invoice month|number|issuedAt|^plan tiers (\d upTo|[2-9] )/
  test.each(['header', 'plan', 'conversion', 'entry', 'invoice', 'end'])(
    'is protected in a line of the kind %s',
    (type) => {
      const index = firstOf(type)
      const line = lines[index] ?? ''
      let tried = 0
      for (const at of fieldsOf(JSON.parse(line))) {
        const changed = lines.with(index, withOther(line, at))
        expect([at, verifyLedger(written(changed)).problem]).not.toEqual([at, null])
        // If a forger also rewrites the end, the contradictions between the lines reveal it.
        if (type !== 'end' && !FREE.test([type, ...at].join(' ')))
          expect([at, verifyLedger(sealed(changed)).problem]).not.toEqual([at, null])
        tried++
      }
      expect(tried).toBeGreaterThan(2)
    },
  )

  test('detects a duplicated line, and a missing line that affects money, even with a new checksum', () => {
    for (let index = 0; index < lines.length - 1; index++) {
      const line = lines[index] ?? ''
      const isBare = line.includes('"rate":null')
      if (!isBare) expect([line, verifyLedger(sealed(lines.toSpliced(index, 1))).problem]).not.toEqual([line, null])
      expect([line, verifyLedger(sealed(lines.toSpliced(index, 0, line))).problem]).not.toEqual([line, null])
    }
    expect(verifyLedger(written(lines.slice(0, -1))).problem?.why).toBe('the end is missing')
    expect(verifyLedger(Buffer.alloc(0)).problem).not.toBeNull()
  })
})

test('a changed amount with a new hash breaks the chain or the sum of its sale', () => {
  const index = firstOf('entry')
  const entry = JSON.parse(lines[index] ?? '') as { facts: { amountMinor: number }; previousHash: string; hash: string }
  entry.facts.amountMinor -= 100
  entry.hash = createHash('sha256')
    .update(Buffer.from(entry.previousHash, 'hex'))
    .update(JSON.stringify(entry.facts))
    .digest('hex')
  const result = verifyLedger(sealed(lines.with(index, JSON.stringify(entry))))
  expect(result.problem?.line).toBeLessThanOrEqual(index + 2)
  expect(result.problem).not.toBeNull()
})

interface EntryLine {
  facts: Record<string, unknown> & {
    kind: string
    conversionId: string
    seq: number
    position: number
    amountMinor: number
  }
  previousHash: string
  hash: string
}
type SaleLine = Record<string, unknown> & { id: string; status: string; position: number }
type InvoiceLine = Record<string, unknown> & { currency: string; total: number; credit: number; entries: number[] }
interface Parts {
  sales: SaleLine[]
  entries: EntryLine[]
  invoices: InvoiceLine[]
}

/** Forges a ledger: its numbers, chain, sums, header and end are rewritten after the change. */
function forged(change: (parts: Parts) => void): Buffer {
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown> & { type: string })
  const of = <T>(type: string) => parsed.filter((line) => line.type === type) as T[]
  const parts: Parts = { sales: of('conversion'), entries: of('entry'), invoices: of('invoice') }
  change(parts)
  let previousHash = '0'.repeat(64)
  const renumbered = new Map<number, number>()
  for (const [index, entry] of parts.entries.entries()) {
    renumbered.set(entry.facts.seq, index + 1)
    entry.facts.seq = index + 1
    entry.previousHash = previousHash
    const own = createHash('sha256').update(Buffer.from(previousHash, 'hex')).update(JSON.stringify(entry.facts))
    previousHash = entry.hash = own.digest('hex')
  }
  const sums = new Map<string, { count: number; total: number }>()
  for (const invoice of parts.invoices) {
    invoice.entries = invoice.entries.flatMap((seq) => renumbered.get(seq) ?? [])
    const total = invoice.entries.reduce((sum, seq) => sum + (parts.entries[seq - 1]?.facts.amountMinor ?? 0), 0)
    Object.assign(invoice, { total, vat: [], gross: total, payable: Math.max(0, total - invoice.credit) })
    const before = sums.get(invoice.currency) ?? { count: 0, total: 0 }
    sums.set(invoice.currency, { count: before.count + 1, total: before.total + total })
  }
  const invoices = [...sums].map(([currency, sum]) => ({ currency, ...sum }))
  const header = { ...parsed[0], entries: parts.entries.length, head: previousHash, invoices }
  const rest = [...of<object>('plan'), ...parts.sales, ...parts.entries, ...parts.invoices, parsed.at(-1)]
  return sealed([header, ...rest].map((line) => JSON.stringify(line)))
}

describe('a position in the month', () => {
  const confirmations = ({ entries }: Parts) => entries.filter(({ facts }) => facts.kind === 'confirmation')
  /** Returns the sale that was confirmed last, because no other sale's position depends on it. */
  const lastConfirmed = (parts: Parts) => {
    const confirmation = confirmations(parts).at(-1) as EntryLine
    const sale = parts.sales.find(({ id }) => id === confirmation.facts.conversionId) as SaleLine
    return { confirmation, sale, own: parts.entries.filter(({ facts }) => facts.conversionId === sale.id) }
  }
  const pending = ({ sales }: Parts) => sales.find(({ status }) => status === 'pending') as SaleLine
  const found = (change: (parts: Parts) => void) => verifyLedger(forged(change)).problem?.why ?? null

  test('is valid if it is unchanged and only the hash chain is rebuilt', () => {
    expect(found(() => undefined)).toBeNull()
  })

  test('follows from the entries before its confirmation', () => {
    // Within one tier the sale owes the same, so no sum reveals the change.
    const why = found((parts) => {
      const { sale, own } = lastConfirmed(parts)
      sale.position++
      const from = own.findIndex(({ facts }) => facts.kind === 'confirmation')
      for (const { facts } of own.slice(from)) facts.position++
    })
    expect(why).toMatch(/^given the entries before it, its position must be \d+, not \d+$/)
  })

  test('depends on the order of the confirmations', () => {
    const why = found((parts) => {
      const { confirmation } = lastConfirmed(parts)
      parts.entries.splice(parts.entries.indexOf(confirmation), 1)
      parts.entries.splice(parts.entries.indexOf(confirmations(parts)[0] as EntryLine), 0, confirmation)
    })
    expect(why).toMatch(/^given the entries before it, its position must be 0/)
  })

  test('is assigned once', () => {
    const why = found((parts) => {
      const again = structuredClone(confirmations(parts)[0] as EntryLine)
      Object.assign(again.facts, { seq: parts.entries.length + 1, effectiveAt: '2026-12-06T00:00:00.000Z' })
      parts.entries.push(again)
    })
    expect(why).toBe('its sale is confirmed twice')
  })

  test('is the same in all later entries of the sale', () => {
    const why = found((parts) => {
      const { facts } = parts.entries.at(-2) as EntryLine
      expect(facts.kind).toBe('clawback')
      facts.position++
    })
    expect(why).toBe('its sale is confirmed with another month or position')
  })

  test.each(['position', 'month'])('matches the %s of the sale', (field) => {
    const why = found((parts) => {
      const { sale } = lastConfirmed(parts)
      Object.assign(sale, field === 'month' ? { month: '2026-11-01' } : { position: sale.position + 1 })
    })
    expect(why).toMatch(/^its position in 2026-1\d-01 is \d+, but it was confirmed at \d+ in 2026-10-01$/)
  })

  test.each([
    ['is not in a month that begins after its confirmation', '2031-05-01', 'it is confirmed before its month begins'],
    ['is not in a month before the order', '2026-08-01', 'its sale was ordered after the month it counts in'],
  ])('%s', (_name, month, told) => {
    // As the first sale of another month, the sale has the rate of the first tier, and the invoice uses that rate.
    const why = found((parts) => {
      const { sale, own, confirmation } = lastConfirmed(parts)
      const [accrual] = own as [EntryLine]
      parts.entries = parts.entries.filter((entry) => [accrual, confirmation].includes(entry) || !own.includes(entry))
      const baseMinor = sale.ledgerNet as number
      const owed = { tierFrom: 0, rateBps: 1_000, baseMinor, amountMinor: Math.round(baseMinor / 10) }
      Object.assign(accrual.facts, owed)
      for (const placed of [sale, accrual.facts, confirmation.facts]) Object.assign(placed, { month, position: 0 })
    })
    expect(why).toBe(told)
  })

  test('is assigned by a confirmation without an amount', () => {
    const why = found((parts) => (lastConfirmed(parts).confirmation.facts.amountMinor = 1))
    expect(why).toBe('a confirmation must have no amount')
  })

  test('exists for every confirmed sale', () => {
    expect(found((parts) => (pending(parts).status = 'confirmed'))).toBe('it is confirmed, but no entry confirms it')
    expect(found((parts) => (pending(parts).status = 'hold'))).toBeNull()
  })

  test('is on an invoice if the sale is invoiced', () => {
    const isOff = (parts: Parts) => {
      const { seq } = lastConfirmed(parts).confirmation.facts
      for (const invoice of parts.invoices) invoice.entries = invoice.entries.filter((each) => each !== seq)
    }
    expect(found(isOff)).toMatch(/^it is (invoiced|paid), but no invoice includes its confirmation$/)
  })

  test('belongs to a sale with the status of its invoice', () => {
    const why = found((parts) => (lastConfirmed(parts).sale.status = 'confirmed'))
    expect(why).toBe('it is confirmed, but an invoice includes its entries')
  })

  test('precedes any invoice of the sale', () => {
    const why = found((parts) => {
      const { id } = pending(parts)
      const accrual = parts.entries.find(({ facts }) => facts.conversionId === id) as EntryLine
      accrual.facts.effectiveAt = '2026-09-10T12:05:00.000Z'
      parts.invoices[0]?.entries.push(accrual.facts.seq)
      pending(parts).status = 'disputed'
    })
    expect(why).toMatch(/^entry \d+ belongs to an unconfirmed sale$/)
  })
})

describe('an invoice', () => {
  const found = (change: (parts: Parts) => void) => verifyLedger(forged(change)).problem?.why ?? null

  test('that is missing contradicts the count in the header', () => {
    const last = lines.findLastIndex((line) => line.startsWith('{"type":"invoice"'))
    const why = verifyLedger(sealed(lines.toSpliced(last, 1))).problem?.why
    expect(why).toMatch(
      /^the invoices are 1 in GBP with a total of \d+, but the header says 2 in GBP with a total of \d+$/,
    )
  })

  test('cannot be missing before a later one, which would contain its entries', () => {
    const nextMonth = (parts: Parts) => {
      const { id } = parts.sales.find(({ status }) => status === 'paid' || status === 'invoiced') as SaleLine
      const last = structuredClone(parts.entries.findLast(({ facts }) => facts.conversionId === id) as EntryLine)
      const credit = parts.invoices.at(-1) as InvoiceLine
      Object.assign(last.facts, { seq: parts.entries.length + 1, baseMinor: 0, amountMinor: -1 })
      last.facts.effectiveAt = '2026-12-20T00:00:00.000Z'
      const undone = structuredClone(last)
      Object.assign(undone.facts, { seq: parts.entries.length + 2, amountMinor: 1 })
      undone.facts.effectiveAt = '2027-01-20T00:00:00.000Z'
      parts.entries.push(last, undone)
      const waiting = parts.entries.find(({ facts }) => facts.effectiveAt === '2026-12-05T00:00:00.000Z') as EntryLine
      parts.invoices.push({
        ...structuredClone(credit),
        number: 'WTF-2027-000001',
        month: '2026-12-01',
        issuedAt: '2027-01-01T02:15:00.000Z',
        entries: [waiting.facts.seq, last.facts.seq],
      })
    }
    expect(found(nextMonth)).toBeNull()
    const why = found((parts) => {
      nextMonth(parts)
      parts.invoices.splice(1, 1)
    })
    expect(why).toBe('the sale was invoiced, but no invoice includes this entry')
  })

  test('has no entries after its month, and is issued after its month and after earlier invoices', () => {
    const changed = (index: number, given: object) =>
      found(({ invoices }) => void Object.assign(invoices[index] ?? {}, given))
    expect(changed(1, { month: '2026-09-01' })).toMatch(/^entry \d+ is later than its month$/)
    expect(changed(0, { month: '2026-11-01' })).toBe('it was issued before its month ended')
    expect(changed(0, { issuedAt: '2026-12-02T00:00:00.000Z' })).toBe('it was issued before the previous invoice')
  })
})

test('reading a file in chunks gives the same result', () => {
  for (const size of [1, 7, 1_000]) {
    const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
      file.subarray(index * size, (index + 1) * size),
    )
    expect(verifyLedger(pieces)).toEqual(verifyLedger(file))
    expect(verifyLedger([...pieces, Buffer.from('\n')]).problem?.why).toBe('it comes after the end')
  }
  expect(verifyLedger([file.subarray(0, -1)]).problem?.why).toBe('it has no line break at the end')
})

describe('the command', () => {
  test('reports what it has checked', async () => {
    const name = path.join(database.dataDir, 'ledger.ndjson')
    await fs.writeFile(name, file)
    expect(execFileSync(process.execPath, [SCRIPT, name], { encoding: 'utf8' })).toContain(
      'Every line is correct. Plans: 1, sales: 6',
    )
  })

  test('names the first invalid line and exits with 1', async () => {
    const index = firstOf('conversion')
    const sale = JSON.parse(lines[index] ?? '') as { net: number }
    const name = path.join(database.dataDir, 'changed.ndjson')
    await fs.writeFile(name, written(lines.with(index, JSON.stringify({ ...sale, net: sale.net + 1 }))))
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, name], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^Line ${index + 1} is wrong: its net must be ${sale.net}, not ${sale.net + 1}.`))
  })

  test('needs only Node', async () => {
    const imports = [...(await fs.readFile(SCRIPT, 'utf8')).matchAll(/^import .* from '(.*)'$/gm)].map(
      ([, from]) => from,
    )
    expect(imports.every((from) => from?.startsWith('node:'))).toBe(true)
  })
})
