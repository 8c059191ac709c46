import { toSearchText } from '#server/catalogue/search-text.ts'

interface OpenLine {
  id: string
  amountMinor: bigint
  currency: string
  reference: string
  payer: string
}
export interface KnownInvoice {
  id: string
  number: string
  kind: string
  status: string
  currency: string
  payableMinor: bigint
  /** The names that it was issued to. */
  names: string[]
}

/** Why a line whose reference names an invoice cannot pay it. */
type Difference = 'less' | 'more' | 'currency' | 'several' | 'twice' | 'paid' | 'credit'

export type Proposal =
  /** Reference, amount and currency are the invoice's. */
  | { kind: 'exact'; invoice: KnownInvoice }
  /** Amount, currency and payer are an open invoice's, and no reference names one. */
  | { kind: 'name'; invoice: KnownInvoice }
  /** The reference names invoices, and something is different. */
  | { kind: 'differs'; invoice: KnownInvoice; numbers: string[]; why: Difference }
  | { kind: 'none' }

// Banks change case and punctuation and break lines: 'wtf 2026/0000 12'.
const NUMBER = /(?<![a-z0-9])w\s?t\s?f[\s\-–./]*((?:\d\s?){4})[\s\-–./]*((?:\d\s?){5}\d)(?!\d)/gi
/** Legal forms that people leave out. */
const FORMS = /\b(?:ltd|limited|llc|inc|plc|gmbh|ug|haftungsbeschrankt|ag|kg|ohg|e k|sarl|sas|sa|bv|b v|srl)\b/g
const LEAST_NAME = 4
/** Characters of a name that a bank may have cut off. */
const LEAST_CUT = 20

/** The invoice numbers in a reference, as we write them: 'WTF-2026-000012'. */
export function numbersIn(reference: string): string[] {
  const found = [...reference.matchAll(NUMBER)].map(
    ([, year = '', place = '']) => `WTF-${year.replace(/\s/g, '')}-${place.replace(/\s/g, '')}`,
  )
  return [...new Set(found)]
}

const bareName = (name: string) => toSearchText(name).replace(FORMS, ' ').replace(/\s+/g, ' ').trim()

/** One name may be longer by entire words; banks cut names off, so a long one may also end in a word. */
function isPayer(payer: string, names: readonly string[]): boolean {
  const given = bareName(payer)
  return names.map(bareName).some((name) => {
    const [short, long] = given.length < name.length ? [given, name] : [name, given]
    if (short.length < LEAST_NAME) return false
    return (
      `${long} `.startsWith(`${short} `) || (short === given && short.length >= LEAST_CUT && long.startsWith(short))
    )
  })
}

/**
 * Proposes an invoice for each line. An invoice is proposed once, for the first line that fits exactly, and else for the
 * first one by name.
 * @param invoices those that the references name, and open ones, the first due first
 */
export function proposePayments(lines: readonly OpenLine[], invoices: readonly KnownInvoice[]): Map<string, Proposal> {
  const byNumber = new Map(invoices.map((invoice) => [invoice.number, invoice]))
  const byAmount = Map.groupBy(
    invoices.filter((invoice) => isOpen(invoice)),
    ({ payableMinor, currency }) => `${payableMinor} ${currency}`,
  )
  const taken = new Set<string>()
  const proposals = new Map<string, Proposal>()
  for (const line of lines) {
    const proposal = byReference(line, byNumber, taken)
    if (proposal?.kind === 'exact') taken.add(proposal.invoice.id)
    if (proposal) proposals.set(line.id, proposal)
  }
  for (const line of lines) {
    if (proposals.has(line.id)) continue
    const fitting = byAmount.get(`${line.amountMinor} ${line.currency}`) ?? []
    const invoice = fitting.find(({ id, names }) => !taken.has(id) && isPayer(line.payer, names))
    if (invoice) taken.add(invoice.id)
    proposals.set(line.id, invoice ? { kind: 'name', invoice } : { kind: 'none' })
  }
  return proposals
}

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
