#!/usr/bin/env node
// eslint-disable-next-line @typescript-eslint/ban-ts-comment -- the next line gives the reason
// @ts-nocheck -- SHAPES checks each line at run time: readers of this file alone have no types.
// Recomputes an exported ledger: node ledger-verify.mjs FILE. Needs only Node 20 or later. It shares no code with the
// writer of the file. Exits with 0 if every line is correct; otherwise it prints the first wrong one and exits with 1.
// It reads line by line and keeps a few hundred bytes per sale: a million sales need less than 1.5 GB.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { TextDecoder } from 'node:util'

const FIRST_HASH = '0'.repeat(64)
const OF_SALES = ['accrual', 'adjustment', 'reversal', 'clawback']
const KINDS = [...OF_SALES, 'confirmation', 'waiver', 'manual']
const STATUSES = ['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled']
const LEVELS = [null, 'A', 'B', 'C', 'D', 'U', 'M']
/** Statuses that need a confirmation; hold and disputed may follow any status. */
const CONFIRMED = ['confirmed', 'invoiced', 'paid']
const INVOICED = ['invoiced', 'paid', 'hold', 'disputed']
const ORDER = ['header', 'plan', 'conversion', 'entry', 'invoice', 'end']

const isInteger = (value) => Number.isSafeInteger(value)
const natural = (value) => isInteger(value) && value >= 0
const text = (value) => typeof value === 'string'
const uuid = (value) => text(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const hash = (value) => text(value) && /^[0-9a-f]{64}$/.test(value)
const currency = (value) => text(value) && /^[A-Z]{3}$/.test(value)
const unit = (value) => [1, 10, 100, 1000, 10000].includes(value)
const time = (value) => text(value) && new Date(value).getTime() >= 0 && new Date(value).toISOString() === value
const month = (value) => text(value) && /^\d{4}-(0[1-9]|1[0-2])-01$/.test(value)
const rate = (value) => text(value) && /^\d+(\.\d+)?$/.test(value)
const or = (check) => (value) => value === null || check(value)
const among = (values) => (value) => values.includes(value)
const list = (check) => (value) => Array.isArray(value) && value.every(check)
const is = (wanted) => (value) => value === wanted

const TIER = { name: text, from: natural, upTo: or(natural), rateBps: natural }
const FACTS = {
  partnerId: uuid,
  seq: natural,
  kind: among(KINDS),
  conversionId: or(uuid),
  planId: or(uuid),
  tierFrom: or(natural),
  rateBps: natural,
  baseMinor: isInteger,
  amountMinor: isInteger,
  currency,
  orderNetMinor: or(natural),
  orderCurrency: or(currency),
  rate: or(rate),
  month: or(month),
  position: or(natural),
  effectiveAt: time,
  reason: text,
  actor: among(['system', 'store', 'partner', 'admin']),
  actorId: or(uuid),
}
const TREATMENTS = ['none', 'not_registered', 'domestic', 'reverse_charge', 'outside_scope']
const VAT = { treatment: among(TREATMENTS), rateBps: natural, net: isInteger, vat: isInteger }
const INVOICES = { currency, count: natural, total: isInteger }
/** The fields of each kind of line, in this order, and no others. */
const SHAPES = {
  header: {
    type: is('header'),
    format: is('wtf-ledger'),
    version: is(3),
    partnerId: uuid,
    madeAt: time,
    entries: natural,
    head: hash,
    invoices: list((sum) => whyNotShaped(sum, INVOICES) === null),
  },
  plan: {
    type: is('plan'),
    id: uuid,
    name: text,
    version: natural,
    basis: among(['sales_value', 'sales_count']),
    currency,
    tiers: list((tier) => whyNotShaped(tier, TIER) === null),
  },
  conversion: {
    type: is('conversion'),
    id: uuid,
    orderId: text,
    orderedAt: time,
    currency,
    unit,
    commissionable: natural,
    refunded: natural,
    isVoid: (value) => typeof value === 'boolean',
    net: natural,
    status: among(STATUSES),
    level: among(LEVELS),
    planId: or(uuid),
    ledgerCurrency: or(currency),
    ledgerUnit: or(unit),
    rate: or(rate),
    month: or(month),
    position: natural,
    ledgerNet: natural,
  },
  entry: {
    type: is('entry'),
    facts: (facts) => whyNotShaped(facts, FACTS) === null,
    previousHash: hash,
    hash,
  },
  invoice: {
    type: is('invoice'),
    number: (value) => text(value) && /^WTF-\d{4}-\d{6,}$/.test(value),
    kind: among(['invoice', 'credit_note']),
    month,
    currency,
    issuedAt: time,
    total: isInteger,
    vat: list((part) => whyNotShaped(part, VAT) === null),
    gross: isInteger,
    credit: natural,
    payable: natural,
    entries: list(natural),
  },
  end: { type: is('end'), lines: natural, sha256: hash },
}

function whyNotShaped(value, shape) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object'
  const names = Object.keys(shape)
  if (JSON.stringify(Object.keys(value)) !== JSON.stringify(names)) return `its fields must be ${names.join(', ')}`
  const wrong = names.find((name) => !shape[name](value[name]))
  return wrong === undefined ? null : `its ${wrong} cannot be ${JSON.stringify(value[wrong]).slice(0, 80)}`
}

function divideHalfEven(dividend, divisor) {
  let quotient = dividend / divisor
  let rest = dividend % divisor
  if (rest < 0n) {
    quotient -= 1n
    rest += divisor
  }
  if (rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n !== 0n)) quotient += 1n
  return quotient
}

/** Returns the VAT, rounded half away from zero. */
function vatOn(net, rateBps) {
  const size = ((net < 0n ? -net : net) * rateBps + 5000n) / 10000n
  return net < 0n ? -size : size
}

/** Returns the end of a month, in ms. */
function endOf(begins) {
  const [year, nth] = begins.split('-').map(Number)
  return Date.UTC(year, nth)
}

function convert(minor, decimal, fromUnit, toUnit) {
  const [digits, decimals = ''] = decimal.split('.')
  const divisor = 10n ** BigInt(decimals.length) * BigInt(fromUnit)
  return divideHalfEven(BigInt(minor) * BigInt(digits + decimals) * BigInt(toUnit), divisor)
}

/** Returns what a sale owes by bracket: Map of the bracket's lower limit to { base, amount }. */
function owedOf(plan, position, net) {
  const owed = new Map()
  for (const { from, upTo, rateBps } of plan.tiers) {
    const [low, high] = [BigInt(from), upTo === null ? null : BigInt(upTo)]
    let base = 0n
    if (plan.basis === 'sales_count') {
      if (position >= low && (high === null || position < high)) base = net
    } else {
      const begin = position > low ? position : low
      const end = high !== null && position + net > high ? high : position + net
      if (end > begin) base = end - begin
    }
    if (base !== 0n) owed.set(from, { base, amount: divideHalfEven(base * BigInt(rateBps), 10000n) })
  }
  return owed
}

/** A column of numbers of 1, 2, 4 or 8 bytes. A million objects would be a hundred times as large. */
class Column {
  constructor(Type) {
    this.values = new Type(1024)
    this.length = 0
  }
  push(value) {
    if (this.length === this.values.length) {
      const longer = new this.values.constructor(this.length * 2)
      longer.set(this.values)
      this.values = longer
    }
    this.values[this.length++] = value
  }
}

const LONGEST_LINE = 2 ** 28

/** Yields the lines with their line ends. Only the last one can lack it. */
function* linesOf(chunks) {
  let begun = []
  let length = 0
  for (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(0x0a); to !== -1; to = chunk.indexOf(0x0a, from)) {
      const bytes = chunk.subarray(from, to + 1)
      yield begun.length ? Buffer.concat([...begun, bytes]) : bytes
      begun = []
      length = 0
      from = to + 1
    }
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > LONGEST_LINE) break
  }
  if (begun.length) yield Buffer.concat(begun)
}

/**
 * @param {Buffer | Iterable<Buffer>} file the full content, or its chunks
 * @returns {{ problem: { line: number, why: string } | null, counts: Record<string, number>, sums: Map<string, bigint>,
 * head: string }}
 */
export function verifyLedger(file) {
  const counts = Object.fromEntries(ORDER.map((type) => [type, 0]))
  const sums = new Map()
  let problem = null
  const fail = (line, why) => {
    if (problem === null || line < problem.line) problem = { line, why }
  }
  const result = (head = FIRST_HASH) => ({ problem, counts, sums, head })

  let header = null
  let end = null
  let last = 'header'
  let previous = FIRST_HASH
  let firstEntry = null
  const plans = new Map()
  const sales = new Map()
  const numbers = new Set()
  const months = new Set()
  const credits = new Map()
  /** Invoices in the order of issue: { currency, end, issuedAt, total }. */
  const papers = []
  /** The sum of the confirmed sales, and the number of those above zero, by month, plan and currency. */
  const places = new Map()
  // The fields of each entry that invoices need.
  const amounts = new Column(Float64Array)
  const times = new Column(Float64Array)
  const codes = new Column(Uint32Array)
  /** The number of the entry's sale, counted from 1; 0 for none. */
  const owners = new Column(Uint32Array)
  /** 1: a confirmation, 2: on an invoice. */
  const marks = new Column(Uint8Array)
  const numbered = []
  const codeNumbers = new Map()
  const kept = new Map()
  /** Returns one shared copy of each text, however many lines have it. */
  const once = (value) => {
    if (value === null) return null
    if (!kept.has(value)) kept.set(value, value)
    return kept.get(value)
  }
  const codeOf = (code) => {
    if (!codeNumbers.has(code)) codeNumbers.set(code, codeNumbers.size)
    return codeNumbers.get(code)
  }
  const placeOf = ({ month: begins, planId, ledgerCurrency }) => {
    const key = `${begins} ${planId} ${ledgerCurrency}`
    if (!places.has(key)) places.set(key, { sales_value: 0n, sales_count: 0n })
    return places.get(key)
  }
  /** Updates a sale's bases, and those of its month if it is confirmed. */
  const addBase = (sale, base) => {
    const before = sale.base
    sale.base += base
    if (!sale.isConfirmed) return
    const place = placeOf(sale)
    place.sales_value += base
    place.sales_count += (sale.base > 0n ? 1n : 0n) - (before > 0n ? 1n : 0n)
  }
  const confirm = (sale, plan, facts, number) => {
    if (facts.baseMinor !== 0 || facts.amountMinor !== 0 || facts.rateBps !== 0 || facts.tierFrom !== null)
      fail(number, 'a confirmation must have no amount')
    if (sale.isConfirmed) return fail(number, 'its sale is confirmed twice')
    if (facts.month !== sale.month || facts.position !== sale.position)
      fail(
        sale.number,
        `its position in ${sale.month} is ${sale.position}, but it was confirmed at ${facts.position} in ${facts.month}`,
      )
    const place = placeOf(sale)
    if (BigInt(facts.position ?? -1) !== place[plan.basis])
      fail(number, `given the entries before it, its position must be ${place[plan.basis]}, not ${facts.position}`)
    const begins = facts.month?.slice(0, 7) ?? ''
    if (begins > facts.effectiveAt.slice(0, 7)) fail(number, 'it is confirmed before its month begins')
    if (begins < sale.orderedAt) fail(number, 'its sale was ordered after the month it counts in')
    sale.isConfirmed = true
    place.sales_value += sale.base
    if (sale.base > 0n) place.sales_count += 1n
  }

  /** Checks net, VAT and gross of an invoice to the cent. Invoices from before there was VAT have no parts. */
  const checkVat = ({ vat, total, gross }, number) => {
    const rates = new Set(vat.map(({ treatment, rateBps }) => `${treatment} ${rateBps}`))
    if (rates.size !== vat.length) fail(number, 'a VAT rate is listed twice')
    let net = 0n
    let tax = 0n
    for (const part of vat) {
      if (part.rateBps !== 0 && part.treatment !== 'domestic') fail(number, `${part.treatment} has a VAT rate`)
      const owed = vatOn(BigInt(part.net), BigInt(part.rateBps))
      if (owed !== BigInt(part.vat)) fail(number, `VAT on ${part.net} must be ${owed}, not ${part.vat}`)
      net += BigInt(part.net)
      tax += BigInt(part.vat)
    }
    if (vat.length && net !== BigInt(total)) fail(number, `its VAT adds up to a net total of ${net}, not ${total}`)
    if (BigInt(total) + tax !== BigInt(gross))
      fail(number, `its gross total must be ${BigInt(total) + tax}, not ${gross}`)
  }

  const check = {
    header(line, number) {
      if (number !== 1) fail(number, 'there is a second header')
      header = line
    },
    plan(line, number) {
      if (plans.has(line.id)) fail(number, 'the plan is listed twice')
      plans.set(line.id, line)
      let reached = 0
      line.tiers.forEach(({ from, upTo }, index) => {
        if (from !== reached) fail(number, 'its tiers are not contiguous')
        if (upTo === null ? index !== line.tiers.length - 1 : upTo <= from)
          fail(number, 'a tier has an invalid upper limit')
        reached = upTo
      })
      if (reached !== null) fail(number, 'its last tier has an upper limit')
    },
    conversion(line, number) {
      if (sales.has(line.id)) fail(number, 'the sale is listed twice')
      const sale = {
        number,
        place: numbered.length + 1,
        status: once(line.status),
        currency: once(line.currency),
        planId: once(line.planId),
        ledgerCurrency: once(line.ledgerCurrency),
        rate: once(line.rate),
        month: once(line.month),
        position: line.position,
        ledgerNet: line.ledgerNet,
        orderedAt: line.orderedAt.slice(0, 7),
        /** By bracket: { from, base, amount }. */
        stands: [],
        base: 0n,
        isConfirmed: false,
        /** The first invoice that includes the sale. */
        paper: null,
        isConfirmationInvoiced: false,
      }
      sales.set(line.id, sale)
      numbered.push(sale)
      const left = line.commissionable - line.refunded
      if (left < 0) fail(number, 'more was refunded than is commissionable')
      const net = line.isVoid || line.status === 'cancelled' ? 0 : left
      if (line.net !== net) fail(number, `its net must be ${net}, not ${line.net}`)
      if (line.rate === null) {
        const isOwed = line.planId !== null || line.ledgerCurrency !== null || line.ledgerUnit !== null
        if (isOwed || line.month !== null || line.position !== 0 || line.ledgerNet !== 0)
          fail(number, 'it has no rate, but it is in the ledger')
        if (!['tracked', 'cancelled'].includes(line.status)) fail(number, `it is ${line.status} without a rate`)
        return
      }
      const plan = plans.get(line.planId)
      if (!plan) return fail(number, 'its plan is not listed')
      if (line.status === 'tracked') fail(number, 'it is only tracked, but it has a rate')
      if (line.month === null || line.level === null) fail(number, 'it has no month or level')
      if (line.ledgerUnit === null || line.ledgerCurrency !== plan.currency)
        return fail(number, 'its ledger is not in the currency of its plan')
      if (line.currency === line.ledgerCurrency && (line.rate !== '1' || line.unit !== line.ledgerUnit))
        fail(number, 'its rate must be 1, because the currencies are the same')
      const ledgerNet = convert(line.net, line.rate, line.unit, line.ledgerUnit)
      if (ledgerNet !== BigInt(line.ledgerNet))
        fail(number, `its net in the ledger must be ${ledgerNet}, not ${line.ledgerNet}`)
    },
    entry({ facts, previousHash, hash: stated }, number) {
      const { kind } = facts
      const isOfSale = OF_SALES.includes(kind) || kind === 'confirmation'
      const sale = isOfSale ? sales.get(facts.conversionId) : undefined
      firstEntry ??= number
      amounts.push(facts.amountMinor)
      times.push(new Date(facts.effectiveAt).getTime())
      codes.push(codeOf(facts.currency))
      owners.push(sale?.place ?? 0)
      marks.push(kind === 'confirmation' ? 1 : 0)
      if (facts.seq !== amounts.length) fail(number, `its number must be ${amounts.length}, not ${facts.seq}`)
      if (facts.partnerId !== header?.partnerId) fail(number, 'it belongs to another partner')
      if (previousHash !== previous) fail(number, 'its previous hash does not match the entry before it')
      const computed = createHash('sha256')
        .update(Buffer.from(previousHash, 'hex'))
        .update(JSON.stringify(facts))
        .digest('hex')
      if (computed !== stated) fail(number, 'its hash does not match its contents')
      previous = stated
      sums.set(facts.currency, (sums.get(facts.currency) ?? 0n) + BigInt(facts.amountMinor))
      if (!isOfSale) return
      if (!sale) return fail(number, 'its sale is not listed')
      const plan = plans.get(facts.planId)
      if (!plan || facts.planId !== sale.planId) return fail(number, 'its plan differs from that of its sale')
      if (facts.currency !== sale.ledgerCurrency || facts.orderCurrency !== sale.currency || facts.rate !== sale.rate)
        fail(number, 'its currencies or rate differ from those of its sale')
      if (kind === 'confirmation') return confirm(sale, plan, facts, number)
      if (sale.isConfirmed && (facts.month !== sale.month || facts.position !== sale.position))
        fail(number, 'its sale is confirmed with another month or position')
      const tier = plan.tiers.find(({ from }) => from === facts.tierFrom)
      if (!tier || tier.rateBps !== facts.rateBps) fail(number, 'its plan has no such tier')
      let stands = sale.stands.find(({ from }) => from === facts.tierFrom)
      if (!stands) sale.stands.push((stands = { from: facts.tierFrom, base: 0n, amount: 0n }))
      stands.base += BigInt(facts.baseMinor)
      stands.amount += BigInt(facts.amountMinor)
      addBase(sale, BigInt(facts.baseMinor))
    },
    invoice(line, number) {
      if (numbers.has(line.number)) fail(number, 'its number is used twice')
      numbers.add(line.number)
      if (months.has(`${line.month} ${line.currency}`)) fail(number, 'another invoice has the same month and currency')
      months.add(`${line.month} ${line.currency}`)
      const issuedAt = new Date(line.issuedAt).getTime()
      const monthEnd = endOf(line.month)
      if (issuedAt < monthEnd) fail(number, 'it was issued before its month ended')
      if (issuedAt < (papers.at(-1)?.issuedAt ?? 0)) fail(number, 'it was issued before the previous invoice')
      papers.push({ currency: line.currency, end: monthEnd, issuedAt, total: line.total })
      let total = 0n
      for (const seq of line.entries) {
        const index = seq - 1
        if (index < 0 || index >= amounts.length) return fail(number, `there is no entry ${seq}`)
        if (marks.values[index] & 2) fail(number, `entry ${seq} is on another invoice too`)
        if (codes.values[index] !== codeOf(line.currency)) fail(number, `entry ${seq} is in another currency`)
        if (times.values[index] >= monthEnd) fail(number, `entry ${seq} is later than its month`)
        const sale = numbered[owners.values[index] - 1]
        if (sale) {
          if (!sale.isConfirmed) fail(number, `entry ${seq} belongs to an unconfirmed sale`)
          sale.paper ??= papers.length - 1
          if (marks.values[index] & 1) sale.isConfirmationInvoiced = true
        }
        marks.values[index] |= 2
        total += BigInt(amounts.values[index])
      }
      if (total !== BigInt(line.total)) fail(number, `the total of its entries must be ${total}, not ${line.total}`)
      checkVat(line, number)
      if ((line.kind === 'credit_note') !== line.gross < 0)
        fail(number, 'its kind does not match the sign of its total')
      const credit = (credits.get(line.currency) ?? 0) - line.credit + Math.max(0, -line.gross)
      if (credit < 0) fail(number, 'it uses more credit than is available')
      credits.set(line.currency, credit)
      const payable = line.kind === 'credit_note' ? 0 : line.gross - line.credit
      if (line.payable !== payable) fail(number, `its amount due must be ${payable}, not ${line.payable}`)
    },
    end(line) {
      end = line
    },
  }

  /** Checks that neither the header nor the entries imply an invoice that is missing. */
  const checkPapers = () => {
    const counted = new Map()
    const reached = new Map()
    for (const paper of papers.toReversed()) {
      const sum = counted.get(paper.currency) ?? { count: 0, total: 0n }
      counted.set(paper.currency, { count: sum.count + 1, total: sum.total + BigInt(paper.total) })
      paper.reaches = Math.max(paper.end, reached.get(paper.currency) ?? 0)
      reached.set(paper.currency, paper.reaches)
    }
    const found = [...counted].sort(([a], [b]) => (a < b ? -1 : 1))
    const listed = (sums) =>
      sums.map(([code, { count, total }]) => `${count} in ${code} with a total of ${total}`).join(', ') || 'none'
    const stated = listed((header?.invoices ?? []).map((sum) => [sum.currency, sum]))
    if (header && listed(found) !== stated) fail(1, `the invoices are ${listed(found)}, but the header says ${stated}`)
    // An invoice includes all entries up to the end of its month that belong to sales on it or on earlier invoices.
    for (let index = 0; index < times.length; index++) {
      const paper = papers[numbered[owners.values[index] - 1]?.paper ?? -1]
      if (paper && times.values[index] < paper.reaches && !(marks.values[index] & 2))
        fail(firstEntry + index, 'the sale was invoiced, but no invoice includes this entry')
    }
  }

  const digest = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  for (const bytes of linesOf(Buffer.isBuffer(file) ? [file] : file)) {
    number++
    if (bytes.at(-1) !== 0x0a) {
      fail(number, 'it has no line break at the end')
      return result()
    }
    if (end) {
      fail(number, 'it comes after the end')
      return result()
    }
    let line
    try {
      const written = decoder.decode(bytes.subarray(0, -1))
      line = JSON.parse(written)
      if (JSON.stringify(line) !== written) throw new Error('its JSON is not in the canonical form')
    } catch (error) {
      fail(number, `it cannot be read: ${error.message}`)
      return result()
    }
    const shape = Object.hasOwn(SHAPES, line?.type) ? SHAPES[line.type] : null
    const why = shape ? whyNotShaped(line, shape) : 'its type is unknown'
    if (why) {
      fail(number, why)
      return result()
    }
    if (number === 1 && line.type !== 'header') fail(number, 'the first line must be a header')
    if (ORDER.indexOf(line.type) < ORDER.indexOf(last))
      fail(number, `${line.type} lines must come before ${last} lines`)
    last = line.type
    counts[line.type]++
    check[line.type](line, number)
    if (line.type !== 'end') digest.update(bytes)
  }

  if (!header) fail(1, 'there is no header')
  if (header && (header.entries !== amounts.length || header.head !== previous))
    fail(1, `the chain ends at entry ${amounts.length} with ${previous}, but the header says otherwise`)
  checkPapers()
  for (const sale of numbered) {
    const { number: at, status, planId, position, ledgerNet, stands } = sale
    if (CONFIRMED.includes(status) && !sale.isConfirmed) fail(at, `it is ${status}, but no entry confirms it`)
    if (['invoiced', 'paid'].includes(status) && !sale.isConfirmationInvoiced)
      fail(at, `it is ${status}, but no invoice includes its confirmation`)
    if (sale.paper !== null && !INVOICED.includes(status))
      fail(at, `it is ${status}, but an invoice includes its entries`)
    if (planId === null || !plans.has(planId)) continue
    const owed = owedOf(plans.get(planId), BigInt(position), BigInt(ledgerNet))
    for (const bracket of new Set([...owed.keys(), ...stands.map(({ from }) => from)])) {
      const { base, amount } = owed.get(bracket) ?? { base: 0n, amount: 0n }
      const actual = stands.find(({ from }) => from === bracket) ?? { base: 0n, amount: 0n }
      if (actual.amount !== amount || actual.base !== base)
        fail(
          at,
          `in the tier starting at ${bracket}, its entries add up to ${actual.amount} on ${actual.base}, not ${amount} on ${base}`,
        )
    }
  }
  if (!end) fail(number + 1, 'the end is missing')
  else {
    if (end.lines !== number - 1) fail(number, `there are ${number - 1} lines before the end, not ${end.lines}`)
    const sha256 = digest.digest('hex')
    if (end.sha256 !== sha256)
      fail(number, `the lines before it have the SHA-256 ${sha256}, so one was changed after the export`)
  }
  return result(previous)
}

/** Yields a file's bytes, a megabyte at a time. */
function* chunksOf(name) {
  const file = openSync(name, 'r')
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(2 ** 20)
      const length = readSync(file, chunk, 0, chunk.length, null)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const name = process.argv[2]
  if (!name) {
    console.error('Usage: node ledger-verify.mjs FILE')
    process.exit(2)
  }
  const { problem, counts, sums, head } = verifyLedger(chunksOf(name))
  if (problem) {
    console.error(`Line ${problem.line} is wrong: ${problem.why}.`)
    process.exit(1)
  }
  console.log(
    `Every line is correct. Plans: ${counts.plan}, sales: ${counts.conversion}, entries: ${counts.entry}, invoices: ${counts.invoice}.`,
  )
  for (const [code, sum] of sums)
    console.log(`Commission charged in total, paid or not, in minor units of ${code}: ${sum}`)
  console.log(
    `The last hash is ${head}. If this chain lacks the last hash of an earlier export, it is not the same ledger.`,
  )
}
