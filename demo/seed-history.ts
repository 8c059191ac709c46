import pg from 'pg'
import type { ProductChange } from '#server/products/describe-changes.ts'
import { variantLabel } from '#server/products/describe-changes.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { demoId } from './demo-ids.ts'
import { accountIdOf, DEMO_ACCOUNTS, DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 15
/** The number of weekly stock reports from the store. */
const WEEKS = 30
const SYNCED_AT_ONCE = 5

interface Row {
  id: string
  name: string
  currency: string
  created_at: Date
  variants: Array<{
    id: string
    size: string | null
    colourName: string | null
    options: Record<string, string>
    stock: number | null
    prices: Array<{ at: string; priceMinor: number; originalPriceMinor: number | null }>
  }>
}

interface SeededEvent {
  product: Row
  type: 'created' | 'updated' | 'synced'
  changes: ProductChange[]
  at: Date
}

/**
 * Creates the history of the demo partner's products: imported files, price changes, and stock reports. The history
 * ends with their current state. It is too old to be undone, so previous states are not stored.
 */
export async function seedHistory(db: Db, databaseUrl: string): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  if (await db.productAct.findFirst({ where: { partnerId }, select: { id: true } })) return
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(
      `SELECT p.id, p.name, p.currency, p.created_at, (
         SELECT jsonb_agg(jsonb_build_object('id', v.id, 'size', v.size, 'colourName', v.colour_name, 'options', v.options, 'stock', v.stock, 'prices', (
           SELECT jsonb_agg(jsonb_build_object('at', h.changed_at, 'priceMinor', h.price_minor, 'originalPriceMinor', h.original_price_minor) ORDER BY h.changed_at)
           FROM price_history h WHERE h.variant_id = v.id)) ORDER BY v.position) FROM product_variants v WHERE v.product_id = p.id) AS variants
       FROM products p WHERE p.partner_id = $1 ORDER BY p.created_at, p.id`,
      [partnerId],
    )
    const owner = { kind: 'owner', id: accountIdOf('partner@wtf.example'), name: nameOf('partner@wtf.example') }
    const acts: CopyValue[][] = []
    const events: CopyValue[][] = []
    const tell = (
      kind: string,
      actor: typeof owner | { kind: string; id: null; name: string },
      group: SeededEvent[],
    ) => {
      const [first] = group
      if (!first) return
      const actId = demoId(SEED, 'act', acts.length)
      acts.push([actId, partnerId, kind, actor.kind, actor.id, actor.name, group.length, first.at])
      for (const { product, type, changes, at } of group)
        events.push([
          demoId(SEED, 'event', events.length),
          actId,
          partnerId,
          product.id,
          product.name,
          type,
          JSON.stringify(changes),
          product.currency,
          null,
          1,
          at,
        ])
    }
    for (const [week, group] of byTime(rows.map(created), 7 * DAY_MS))
      if (group.length > 1) tell('import', { kind: 'import', id: null, name: `arrivals-${week}.csv` }, group)
      else tell('create', owner, group)
    for (const [, group] of byTime(rows.flatMap(repriced), DAY_MS))
      tell(group.length > 1 ? 'bulk' : 'edit', owner, group)
    const store = { kind: 'store', id: null, name: 'Oswick & Dray’s store' }
    for (const group of synced(rows)) tell('sync', store, group)
    await client.query('BEGIN')
    await copyRows(
      client,
      'product_acts',
      ['id', 'partner_id', 'kind', 'actor_kind', 'actor_id', 'actor_name', 'products', 'created_at'],
      acts,
    )
    await copyRows(
      client,
      'product_events',
      [
        'id',
        'act_id',
        'partner_id',
        'product_id',
        'product_name',
        'type',
        'changes',
        'currency',
        'before',
        'revision',
        'created_at',
      ],
      events,
    )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

const nameOf = (email: string) => DEMO_ACCOUNTS.find((account) => account.email === email)?.fullName ?? ''

const created = (product: Row): SeededEvent => ({ product, type: 'created', changes: [], at: product.created_at })

/** Returns one event per price change of the product, according to its price history. */
function repriced(product: Row): SeededEvent[] {
  const names = product.variants.length > 1
  const changes = new Map<string, ProductChange[]>()
  for (const variant of product.variants)
    for (const [index, { at, priceMinor, originalPriceMinor }] of (variant.prices ?? []).entries()) {
      const before = variant.prices[index - 1]
      if (!before) continue
      const about = names ? { variant: variantLabel(variant) } : {}
      const fields = changes.get(at) ?? []
      fields.push({ field: 'price', before: before.priceMinor, after: priceMinor, ...about })
      if (before.originalPriceMinor !== originalPriceMinor)
        fields.push({ field: 'originalPrice', before: before.originalPriceMinor, after: originalPriceMinor, ...about })
      changes.set(at, fields)
    }
  return [...changes].map(([at, fields]) => ({ product, type: 'updated', changes: fields, at: new Date(at) }))
}

/** Reports each product's current stock once, some products a week. */
function synced(products: Row[]): SeededEvent[][] {
  const random = new Random(SEED)
  const left = products.filter(({ variants }) => variants.some(({ stock }) => stock !== null))
  const weeks: SeededEvent[][] = []
  for (let week = WEEKS; week >= 1; week--) {
    const at = new Date(Date.now() - week * 7 * DAY_MS + 3 * 3_600_000)
    const there = left.filter(({ created_at }) => created_at < at).slice(0, SYNCED_AT_ONCE)
    for (const product of there) left.splice(left.indexOf(product), 1)
    weeks.push(
      there.map((product) => ({
        product,
        type: 'synced',
        at,
        changes: product.variants
          .filter(({ stock }) => stock !== null)
          .slice(0, 2)
          .map((variant): ProductChange => ({
            field: 'stock',
            before: (variant.stock ?? 0) + 1 + Math.floor(random.next() * 6),
            after: variant.stock,
            ...(product.variants.length > 1 && { variant: variantLabel(variant) }),
          })),
      })),
    )
  }
  return weeks
}

/** Groups the events by time span, oldest first. */
function byTime(events: SeededEvent[], span: number): Map<number, SeededEvent[]> {
  const groups = new Map<number, SeededEvent[]>()
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const group = Math.floor(event.at.getTime() / span)
    groups.set(group, [...(groups.get(group) ?? []), event])
  }
  return groups
}
