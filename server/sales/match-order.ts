import type { Prisma } from '#prisma/generated/client.ts'
import type { JudgedSignal, Signal } from './store-order.schema.ts'

type Level = Signal['level']

/** How far a store's clock may be behind: a click up to this long "after" the order still counts as before it. */
const CLOCK_TOLERANCE_MS = 2 * 60_000
const MAX_REPEATS = 5
/** The limit per level and source, so that a flood of signals cannot crowd out others. */
const MAX_OF_A_PLACE = 20
const ORDER: readonly Level[] = ['A', 'B', 'C', 'D', 'U', 'M']
/** 'wc_' and a ULID. Some stores convert URLs to lower case. */
const CLICK_ID = /^wc_([0-9a-hjkmnp-tv-z]{26})$/i
/** The click may be written a moment later. take-up-sales.ts looks for this reason. */
export const UNKNOWN_CLICK = 'no click of that id is known'
/** Clicks that are not counted for these reasons still count as evidence. */
const STILL_EVIDENCE = ['rate', 'duplicate', 'unknown_user']

/** The result of an order's signals. */
export interface Match {
  evidence: JudgedSignal[]
  /** Null if no signal is valid. */
  level: Level | null
  /** Whether a commission is owed without a manual confirmation. */
  earns: boolean
  /** The reason, for people, why it earns a commission or not. */
  reason: string
  /** `clickedAt` is null if the click was not looked up again. */
  click: { id: string; clickedAt: Date | null } | null
}

interface Asked {
  partnerId: string
  orderedAt: Date
  signals: readonly Signal[]
  /** Whether the partner's plan pays for discount codes. */
  codesEarn: boolean
}

/**
 * Merges signals without duplicates, in an order that does not depend on the input's. Keeps at most twenty per level
 * and source.
 */
export function uniteSignals(...lists: ReadonlyArray<readonly Signal[]>): Signal[] {
  const known = new Map<string, Signal>()
  for (const { level, from, clickId, code, text } of lists.flat()) {
    const signal = { level, from, clickId, code, text }
    known.set(JSON.stringify(Object.values(signal)), signal)
  }
  const counts = new Map<string, number>()
  return [...known]
    .sort(([a, { level: one }], [b, { level: other }]) => ORDER.indexOf(one) - ORDER.indexOf(other) || (a < b ? -1 : 1))
    .map(([, signal]) => signal)
    .filter(({ level, from }) => {
      const place = `${level} ${from}`
      const count = (counts.get(place) ?? 0) + 1
      counts.set(place, count)
      return count <= MAX_OF_A_PLACE
    })
}

/**
 * Finds the click or code that earns the commission on an order. The first level that earns wins, or else the first
 * level with a valid signal. Within a level, the last click before the order wins. IP addresses and browsers are never
 * compared.
 */
export async function matchOrder(tx: Prisma.TransactionClient, asked: Asked): Promise<Match> {
  const { codesEarn } = asked
  const clicks = await listClicks(tx, asked.signals)
  const codes = await findCodes(tx, asked)
  const judged = asked.signals.map((signal) => ({ signal, ...judge(signal, asked, clicks, codes) }))
  const holding = judged.filter(({ holds }) => holds)
  const earns = (level: Level) => level !== 'U' && (level !== 'D' || codesEarn)
  const level =
    ORDER.find((each) => earns(each) && holding.some(({ signal }) => signal.level === each)) ??
    ORDER.find((each) => holding.some(({ signal }) => signal.level === each)) ??
    null
  const winner = holding
    .filter(({ signal }) => signal.level === level)
    .reduce<(typeof holding)[number] | null>(
      (best, one) => (best && !isLater(one.click, best.click) ? best : one),
      null,
    )
  const evidence = judged.map(({ signal, holds, reason, click }): JudgedSignal => {
    const verdict = !holds ? 'rejected' : winner?.signal === signal ? 'hit' : 'also'
    return { ...signal, verdict, reason, leadsTo: click?.id ?? null }
  })
  return {
    evidence,
    level,
    earns: level !== null && earns(level),
    reason: reasonOf(level, codesEarn),
    click: winner?.click ?? null,
  }
}

interface Click {
  id: string
  partnerId: string
  clickedAt: Date
  expiresAt: Date
  isValid: boolean
  invalidReason: string | null
  duplicateOf: string | null
}

interface Verdict {
  holds: boolean
  reason: string
  click: Click | null
}

const isLater = (one: Click | null, other: Click | null): boolean =>
  one !== null &&
  (other === null ||
    one.clickedAt > other.clickedAt ||
    (one.clickedAt.getTime() === other.clickedAt.getTime() && one.id > other.id))

function judge(
  signal: Signal,
  { partnerId, orderedAt }: Asked,
  clicks: ReadonlyMap<string, Click>,
  codes: ReadonlyMap<string, Date | null>,
): Verdict {
  const rejected = (reason: string, click: Click | null = null): Verdict => ({ holds: false, reason, click })
  if (signal.level === 'M') return { holds: true, reason: 'in an approved order file', click: null }
  if (signal.level === 'U')
    return {
      holds: true,
      reason: 'names WTF as the source but has no click ID, so it only counts if it is confirmed manually',
      click: null,
    }
  if (signal.level === 'D') {
    const code = signal.code?.trim().toLowerCase() ?? ''
    const retiredAt = codes.get(code)
    if (retiredAt === undefined) return rejected('not one of the store’s codes')
    if (retiredAt && retiredAt <= orderedAt) return rejected('the code was retired before the order')
    return { holds: true, reason: 'one of the store’s codes', click: null }
  }
  const id = plainId(signal.clickId)
  if (!id) return rejected('not a click ID')
  const click = leadsTo(id, clicks)
  if (!click) return rejected(UNKNOWN_CLICK)
  if (click.partnerId !== partnerId) return rejected('the click led to another store')
  if (!click.isValid && !STILL_EVIDENCE.includes(click.invalidReason ?? '')) return rejected(whyInvalid(click), click)
  const ahead = click.clickedAt.getTime() - orderedAt.getTime()
  if (ahead > CLOCK_TOLERANCE_MS) return rejected('the click came after the order', click)
  if (orderedAt > click.expiresAt) return rejected('the click had expired before the order', click)
  const reason =
    ahead > 0
      ? `the store’s clock is ${Math.ceil(ahead / 1000)} s behind ours; up to ${CLOCK_TOLERANCE_MS / 60_000} minutes are allowed`
      : 'the click led to this store and came before the order'
  return { holds: true, reason, click }
}

function whyInvalid({ invalidReason }: Click): string {
  switch (invalidReason) {
    case 'bot':
      return 'bot: the click came from a bot'
    case 'head':
      return 'head: nobody followed the link'
    case 'prefetch':
      return 'prefetch: a browser preloaded the link'
    case 'self':
      return 'self: the click came from the store’s own team'
    case 'unverified_host':
      return 'unverified_host: the link led to a domain that is not verified'
    default:
      return `${invalidReason ?? 'invalid'}: the click does not count`
  }
}

function reasonOf(level: Level | null, codesEarn: boolean): string {
  if (level === null) return 'nothing links it to WTF'
  if (level === 'U') return 'only UTM parameters name WTF, so it only counts if it is confirmed manually'
  if (level === 'D' && !codesEarn) return 'only a discount code links it to WTF, and the plan does not charge for codes'
  return ''
}

function plainId(clickId: string | null): string | null {
  const [, ulid] = CLICK_ID.exec(clickId?.trim() ?? '') ?? []
  return ulid ? `wc_${ulid.toUpperCase()}` : null
}

/** Returns the click that counts: a repeat refers to the one before it. */
function leadsTo(id: string, clicks: ReadonlyMap<string, Click>): Click | null {
  let click = clicks.get(id)
  for (let step = 0; click?.duplicateOf && step < MAX_REPEATS; step++) click = clicks.get(click.duplicateOf)
  return click && !click.duplicateOf ? click : null
}

async function listClicks(tx: Prisma.TransactionClient, signals: readonly Signal[]): Promise<Map<string, Click>> {
  const clicks = new Map<string, Click>()
  let wanted = [...new Set(signals.flatMap(({ clickId }) => plainId(clickId) ?? []))]
  for (let step = 0; wanted.length && step <= MAX_REPEATS; step++) {
    const rows = await tx.outboundClick.findMany({
      where: { id: { in: wanted } },
      select: {
        id: true,
        partnerId: true,
        clickedAt: true,
        expiresAt: true,
        isValid: true,
        invalidReason: true,
        duplicateOf: true,
      },
    })
    for (const row of rows) clicks.set(row.id, row)
    wanted = rows.flatMap(({ duplicateOf }) => (duplicateOf && !clicks.has(duplicateOf) ? [duplicateOf] : []))
  }
  return clicks
}

/** Returns the partner's codes among those of the signals, with when they were retired. */
export async function findCodes(
  tx: Prisma.TransactionClient,
  { partnerId, signals }: Pick<Asked, 'partnerId' | 'signals'>,
): Promise<Map<string, Date | null>> {
  const wanted = signals.flatMap(({ level, code }) => (level === 'D' && code ? [code.trim().toLowerCase()] : []))
  if (!wanted.length) return new Map()
  const rows = await tx.discountCode.findMany({
    where: { partnerId, code: { in: wanted } },
    select: { code: true, retiredAt: true },
  })
  return new Map(rows.map(({ code, retiredAt }) => [code, retiredAt]))
}
