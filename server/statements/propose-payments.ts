import { toSearchText } from '#server/catalogue/search-text.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

interface OpenLine {
  id: string
  bookedOn: Date
  amountMinor: bigint
  currency: string
  reference: string
  payer: string
  payerIban: string
}
/** A payment that was recorded from another statement. */
export interface EarlierLine extends OpenLine {
  isUndone: boolean
  /** The number of its invoice. */
  number: string
}
export interface KnownInvoice {
  id: string
  number: string
  kind: string
  status: string
  currency: string
  payableMinor: bigint
  /** Null if it is not paid, or was paid by a line of a statement. */
  paidByHandAt: Date | null
  /** The buyer's names on the invoice. */
  names: string[]
}

/**
 * Why a line does not pay an invoice. 'recorded' and 'by_hand': the invoice is already paid, possibly with this
 * transfer.
 */
type Difference = 'less' | 'more' | 'currency' | 'several' | 'twice' | 'paid' | 'credit' | 'recorded' | 'by_hand'

export type Proposal =
  /** The line has the invoice's number, amount and currency. */
  | { kind: 'exact'; invoice: KnownInvoice }
  /** The line has an open invoice's amount, currency and payer, and no invoice number. */
  | { kind: 'name'; invoice: KnownInvoice }
  /** The reference contains invoice numbers, or the line may be an earlier payment, so a person has to check it. */
  | { kind: 'differs'; invoice: KnownInvoice; numbers: string[]; why: Difference }
  | { kind: 'none' }

// Banks change case and punctuation and break lines: 'wtf 2026/0000 12'.
const NUMBER = /(?<![a-z0-9])w\s?t\s?f[\s\-–./]*((?:\d\s?){4})[\s\-–./]*((?:\d\s?){5}\d)(?!\d)/gi
/** Legal forms, which people leave out. */
const FORMS = /\b(?:ltd|limited|llc|inc|plc|gmbh|ug|haftungsbeschrankt|ag|kg|ohg|e k|sarl|sas|sa|bv|b v|srl)\b/g
const MIN_NAME = 4
/** Minimum characters of a name that a bank may have cut off. */
const MIN_CUT = 20
/** Banks and formats state different days for one transfer: booking, value or transaction date. */
export const SAME_TRANSFER_DAYS = 5
/** Maximum days between a transfer and its invoice being marked as paid by hand. */
export const PAID_BY_HAND_DAYS = 31

/** Returns the invoice numbers in a reference in our format: 'WTF-2026-000012'. */
export function numbersIn(reference: string): string[] {
  const found = [...reference.matchAll(NUMBER)].map(
    ([, year = '', place = '']) => `WTF-${year.replace(/\s/g, '')}-${place.replace(/\s/g, '')}`,
  )
  return [...new Set(found)]
}

const bareName = (name: string) => toSearchText(name).replace(FORMS, ' ').replace(/\s+/g, ' ').trim()

/** Caches results, because a statement may have 10,000 lines, and hundreds of invoices the same amount. */
function once<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

interface Texts {
  bare: (name: string) => string
  numbers: (reference: string) => string[]
}

/**
 * Whether a payer is one of the names. One name may have additional words. Banks truncate names, so a long one may also
 * end within a word.
 */
function isPayer({ bare }: Texts, payer: string, names: readonly string[]): boolean {
  const given = bare(payer)
  return names.some((full) => {
    const name = bare(full)
    const [short, long] = given.length < name.length ? [given, name] : [name, given]
    if (short.length < MIN_NAME) return false
    return `${long} `.startsWith(`${short} `) || (short === given && short.length >= MIN_CUT && long.startsWith(short))
  })
}

/**
 * Returns whether two lines with the same amount may be one transfer in two files. A wrong guess only makes an
 * administrator check the line.
 * @param names the names on each line's invoice, for a file without payers
 */
function mayBeSame(texts: Texts, line: OpenLine, other: OpenLine, names: { line: string[]; other: string[] }): boolean {
  if (daysApart(line.bookedOn, other.bookedOn) > SAME_TRANSFER_DAYS) return false
  const [numbers, known] = [texts.numbers(line.reference), texts.numbers(other.reference)]
  if (numbers.length && known.length) return numbers.some((number) => known.includes(number))
  if (line.payerIban && other.payerIban) return line.payerIban === other.payerIban
  const others = other.payer ? [other.payer] : names.other
  return (line.payer ? [line.payer] : names.line).some((payer) => isPayer(texts, payer, others))
}

const daysApart = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) / DAY_MS

/**
 * Proposes an invoice for each line. Each invoice is proposed once, for the first line that fits exactly, or else for
 * the first one by name. Each earlier payment prevents one proposal, because they may be the same transfer.
 * @param invoices those in references and earlier payments, open ones, and ones paid by hand, earliest due date first
 * @param earlier payments from other statements
 */
export function proposePayments(
  lines: readonly OpenLine[],
  invoices: readonly KnownInvoice[],
  earlier: readonly EarlierLine[],
): Map<string, Proposal> {
  const byNumber = new Map(invoices.map((invoice) => [invoice.number, invoice]))
  const invoicesOf = Map.groupBy(invoices, ({ payableMinor, currency }) => `${payableMinor} ${currency}`)
  const earlierOf = Map.groupBy(earlier, ({ amountMinor, currency }) => `${amountMinor} ${currency}`)
  const texts = { bare: once(bareName), numbers: once(numbersIn) }
  const taken = new Set<string>()
  const asEarlier = (line: OpenLine, named: KnownInvoice | null): Proposal | null => {
    for (const each of earlierOf.get(`${line.amountMinor} ${line.currency}`) ?? []) {
      const invoice = byNumber.get(each.number)
      // Undoing a payment reopens its invoice, and a line with the invoice's number may pay it.
      if (!invoice || taken.has(each.id) || (named && each.isUndone)) continue
      if (!mayBeSame(texts, line, each, { line: named?.names ?? [], other: invoice.names })) continue
      taken.add(each.id)
      return toCheck(invoice, 'recorded')
    }
    return null
  }
  const proposals = new Map<string, Proposal>()
  for (const line of lines) {
    const named = byReference(line, byNumber, taken)
    const proposal = named?.kind === 'exact' ? (asEarlier(line, named.invoice) ?? named) : named
    if (proposal?.kind === 'exact') taken.add(proposal.invoice.id)
    if (proposal) proposals.set(line.id, proposal)
  }
  for (const line of lines) {
    if (proposals.has(line.id)) continue
    const fitting = (invoicesOf.get(`${line.amountMinor} ${line.currency}`) ?? []).filter(
      ({ id, names }) => !taken.has(id) && isPayer(texts, line.payer, names),
    )
    const invoice = fitting.find((each) => isOpen(each))
    const byHand = fitting.find((each) => mayBePaidBy(each, line))
    const doubt = invoice && asEarlier(line, null)
    const used = doubt ? undefined : (byHand ?? invoice)
    if (used) taken.add(used.id)
    if (!invoice) proposals.set(line.id, { kind: 'none' })
    else proposals.set(line.id, doubt ?? (byHand ? toCheck(byHand, 'by_hand') : { kind: 'name', invoice }))
  }
  return proposals
}

const toCheck = (invoice: KnownInvoice, why: Difference): Proposal => ({
  kind: 'differs',
  invoice,
  numbers: [invoice.number],
  why,
})

const mayBePaidBy = ({ paidByHandAt }: KnownInvoice, { bookedOn }: OpenLine) =>
  paidByHandAt !== null && daysApart(paidByHandAt, bookedOn) <= PAID_BY_HAND_DAYS

const isOpen = ({ kind, status }: KnownInvoice) => kind === 'invoice' && status === 'open'

function byReference(
  { amountMinor, currency, reference }: OpenLine,
  byNumber: ReadonlyMap<string, KnownInvoice>,
  taken: ReadonlySet<string>,
): Proposal | null {
  const named = numbersIn(reference).flatMap((number) => byNumber.get(number) ?? [])
  const [invoice] = named
  if (!invoice) return null
  const numbers = named.map(({ number }) => number)
  const differs = (why: Difference): Proposal => ({ kind: 'differs', invoice, numbers, why })
  if (named.length > 1) return differs('several')
  if (invoice.kind !== 'invoice') return differs('credit')
  if (!isOpen(invoice)) return differs('paid')
  if (invoice.currency !== currency) return differs('currency')
  if (invoice.payableMinor !== amountMinor) return differs(amountMinor < invoice.payableMinor ? 'less' : 'more')
  return taken.has(invoice.id) ? differs('twice') : { kind: 'exact', invoice }
}
