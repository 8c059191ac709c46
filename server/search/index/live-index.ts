import pg from 'pg'
import { LOCKS } from '#server/platform/locks.ts'
import { log } from '#server/platform/log.ts'
import type { ShownChange } from './messages.ts'
import { ProductIndex } from './product-index.ts'
import { listAllIndexRows, refreshNames, listIndexRows } from './list-index-rows.ts'

/** Changes are announced by NOTIFY. Polling finds changes whose message was lost. */
const POLL_MS = 5_000
const RECONNECT_MS = 1_000
const MAX_AT_ONCE = 2_000
/**
 * Changes are kept for longer than this (`forgetChanges`). After an interruption of this length, the index reloads
 * everything.
 */
const MAX_ABSENCE_MS = 3_600_000
/** If partners with a larger share of the products have changed, a rebuild is cheaper and leaves no dead rows. */
const MAX_RELOADED = 0.3

interface Change {
  id: string
  xid: string
  kind: 'product' | 'names' | 'pages' | 'parts' | 'all'
  product_id: string | null
  about_id: string | null
}

interface Listeners {
  onReady: () => void
  /** Called when the index read a product whose search text search/describe-products.ts has to update. */
  onUndescribed: () => void
  /** Called as soon as the index has a change of something that the shop shows. */
  onChange: (change: ShownChange) => void
  /**
   * Called every few seconds while the database answers, when all earlier commits are in the index and have been
   * reported.
   */
  onCaughtUp?: () => void
}

/**
 * Builds a product index from the database and keeps it up to date. It reads product_changes by transaction and rereads
 * transactions that were open at the last read, so late commits are not missed. If a change names only partners, it
 * reads their products again. Only one process at a time rebuilds its index after a change; the others answer from
 * their old one until their turn.
 */
export class LiveIndex {
  current: ProductIndex | null = null
  readonly #databaseUrl: string
  readonly #on: Listeners
  #client: pg.Client | null = null
  /** All changes of transactions before this one are in the index. */
  #horizon = '0'
  #checkedAt = 0
  readonly #seen = new Map<string, bigint>()
  #working: Promise<void> = Promise.resolve()
  #isWaiting = false
  #hasToRebuild = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(databaseUrl: string, on: Listeners) {
    this.#databaseUrl = databaseUrl
    this.#on = on
  }

  start(): void {
    this.#isWaiting = true
    this.#working = this.#run(() => this.#connect())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
    await this.#working
  }

  /** Resolves when everything committed before this call is in the index. */
  async catchUp(): Promise<void> {
    await this.#soon()
  }

  /** Runs one task at a time. A failure closes the connection; the index reconnects after a second. */
  async #run(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer)
    this.#isWaiting = false
    if (this.#isStopped) return
    let next = POLL_MS
    try {
      await work()
    } catch (error) {
      if (this.#isStopped) return
      log.warn({ err: error }, 'the search index lost its database connection')
      await this.#client?.end().catch(() => undefined)
      this.#client = null
      next = RECONNECT_MS
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#soon(), next)
  }

  #soon(): Promise<void> {
    if (this.#isWaiting) return this.#working
    this.#isWaiting = true
    this.#working = this.#working.then(() => this.#run(() => (this.#client ? this.#update() : this.#connect())))
    return this.#working
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'search index',
      options: '-c timezone=UTC',
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (this.#client !== client) return
      this.#client = null
      void this.#soon()
    })
    client.on('notification', () => void this.#soon())
    await client.connect()
    this.#client = client
    await client.query('LISTEN product_changes')
    if (this.current && performance.now() - this.#checkedAt < MAX_ABSENCE_MS) await this.#update()
    else await this.#build()
  }

  /** Reads everything in one snapshot. The old index answers in the meantime. */
  async #build(): Promise<void> {
    const client = this.#connected()
    const started = performance.now()
    const index = new ProductIndex()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<{ horizon: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon',
    )
    await listAllIndexRows(client, (row) => index.put(row))
    await refreshNames(client, index, true)
    // While an older transaction is open, the next check finds these changes again.
    const { rows: read } = await client.query<{ id: string; xid: string }>(
      'SELECT id::text, xid::text FROM product_changes WHERE xid >= $1::text::xid8',
      [rows[0]?.horizon ?? '0'],
    )
    await client.query('COMMIT')
    this.#horizon = rows[0]?.horizon ?? '0'
    this.#hasToRebuild = false
    this.#seen.clear()
    for (const { id, xid } of read) this.#seen.set(id, BigInt(xid))
    const isFirst = this.current === null
    this.current = index
    log.info({ products: index.columns.live, ms: Math.round(performance.now() - started) }, 'search index built')
    await this.#update()
    if (isFirst) this.#on.onReady()
    this.#on.onChange('anything')
  }

  async #update(): Promise<void> {
    const client = this.#connected()
    const index = this.current
    if (!index) return this.#build()
    const {
      rows: [look],
    } = await client.query<{ horizon: string; changes: Change[] }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
        coalesce((SELECT jsonb_agg(jsonb_build_object('id', id::text, 'xid', xid::text, 'kind', kind, 'product_id', product_id, 'about_id', about_id)) FROM product_changes WHERE xid >= $1::text::xid8), '[]') AS changes`,
      [this.#horizon],
    )
    if (!look) return
    const fresh = look.changes.filter((change) => !this.#seen.has(change.id))
    const partners = partnersIn(fresh)
    const isTooMuch = partners === 'any' || isLargeShare(partners, index)
    if (isTooMuch || index.isWasteful) this.#hasToRebuild = true
    if (this.#hasToRebuild && (await this.#rebuildInTurn(client))) return
    const ids = [...new Set(fresh.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])))]
    let hasUndescribed = false
    if (!isTooMuch)
      for (const id of partners) {
        await reloadPartner(client, index, id)
        hasUndescribed = true
      }
    for (let at = 0; at < ids.length; at += MAX_AT_ONCE) {
      const some = ids.slice(at, at + MAX_AT_ONCE)
      const read = await listIndexRows(client, some)
      const listed = new Set(read.rows.map(({ id }) => id))
      for (const id of some) if (!listed.has(id)) index.remove(id)
      for (const row of read.rows) index.put(row)
      hasUndescribed ||= read.hasUndescribed
    }
    if (fresh.length)
      await refreshNames(
        client,
        index,
        fresh.some(({ kind }) => kind === 'names'),
      )
    const horizon = BigInt(look.horizon)
    for (const { id, xid } of fresh) this.#seen.set(id, BigInt(xid))
    for (const [id, xid] of this.#seen) if (xid < horizon) this.#seen.delete(id)
    this.#horizon = look.horizon
    this.#checkedAt = performance.now()
    if (hasUndescribed) this.#on.onUndescribed()
    if (fresh.length) this.#on.onChange(shownChange(fresh))
    if (!this.#hasToRebuild) this.#on.onCaughtUp?.()
  }

  /**
   * @returns false if another process is rebuilding its index; the next check tries again
   */
  async #rebuildInTurn(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      LOCKS.searchIndex,
    ])
    if (!rows[0]?.isOurs) return false
    // If the build fails, the connection closes and releases the lock.
    await this.#build()
    await client.query('SELECT pg_advisory_unlock($1)', [LOCKS.searchIndex])
    return true
  }

  #connected(): pg.Client {
    if (!this.#client) throw new Error('not connected')
    return this.#client
  }
}

/** Returns partners with too many changed products to list; 'any' if the changes do not say. */
function partnersIn(changes: readonly Change[]): Set<string> | 'any' {
  const ids = new Set<string>()
  for (const { kind, about_id } of changes) {
    if (kind !== 'all') continue
    if (about_id === null) return 'any'
    ids.add(about_id)
  }
  return ids
}

function isLargeShare(partners: ReadonlySet<string>, { columns }: ProductIndex): boolean {
  let products = 0
  for (const id of partners) products += columns.idsOf(id).length
  return products > columns.live * MAX_RELOADED
}

/** Reads a partner's products again. */
async function reloadPartner(client: pg.Client, index: ProductIndex, partnerId: string): Promise<void> {
  const gone = new Set(index.columns.idsOf(partnerId))
  await listAllIndexRows(
    client,
    (row) => {
      gone.delete(row.id)
      index.put(row)
    },
    partnerId,
  )
  for (const id of gone) index.remove(id)
}

function shownChange(changes: readonly Change[]): ShownChange {
  const ids = new Set<string>()
  for (const { kind, product_id, about_id } of changes) {
    const id = product_id ?? about_id
    // Lists that show a partner's products do not have to contain the partner's id.
    if (id === null || kind === 'all') return 'anything'
    ids.add(id)
  }
  return [...ids]
}
