import { AddressHasher } from '#server/platform/address-hash.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { LoggedSearch } from './search-log.schema.ts'
import { tidySearch } from './search-token.ts'

const CLICKABLE_MS = 86_400_000

export interface SearchView {
  search: LoggedSearch
  /** A random id of this view of the list, which is not linked to the visitor. */
  viewId: string
  /** The position of the opened product over all pages, from 1. */
  clickedPosition?: number | undefined
  /** The visitor's address. It is not stored. Each address counts once a day for the same words. */
  address: string
}

interface MarkedView extends Omit<SearchView, 'address'> {
  /** Null if it is unavailable. Then the view is not counted. */
  mark: string | null
}

/**
 * Logs search views, one row per viewId even if it is sent several times, and the first click of each within a day. The
 * click may arrive before the view, or without it. Each address counts once a day for the same words. Written in
 * batches, like clicks.
 */
export class SearchRecorder {
  readonly #db: Db
  readonly #hasher: AddressHasher
  readonly #writer: GroupWriter<MarkedView, void>

  constructor(db: Db) {
    this.#db = db
    this.#hasher = new AddressHasher(db)
    this.#writer = new GroupWriter((views) => this.#writeGroup(views))
  }

  /** Skips entries without a valid id or without a text. */
  async record({ address, ...view }: SearchView): Promise<void> {
    const search = tidySearch(view.search)
    if (!isId(view.viewId) || !search.query) return
    const mark = await this.#hasher
      .hash(address, `${search.partnerId ?? ''} ${normaliseQuery(search.query)}`)
      .catch(() => null)
    await this.#writer.submit({ ...view, search, viewId: view.viewId.toLowerCase(), mark })
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(views: MarkedView[]): Promise<void[]> {
    const byId = new Map<string, MarkedView>()
    for (const view of views) {
      const first = byId.get(view.viewId) ?? view
      byId.set(view.viewId, { ...first, clickedPosition: first.clickedPosition ?? view.clickedPosition })
    }
    const rows = [...byId.values()].map(({ search: { partnerId, ...search }, viewId, clickedPosition, mark }) => ({
      ...search,
      id: viewId,
      partner_id: partnerId,
      clicked_position: clickedPosition ?? null,
      mark,
    }))
    const now = new Date()
    // Writes all marks before all views, each in a fixed order, so that batches of two processes cannot deadlock.
    await this.#db.$executeRaw`
      WITH seen AS (
        SELECT *, row_number() OVER (PARTITION BY mark ORDER BY id) AS number FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS s (id uuid, query text, mode text, filters jsonb, partner_id uuid, found int, clicked_position int, mark text)
      ), fresh AS (
        INSERT INTO search_marks (mark, day) SELECT mark, ${now.toISOString().slice(0, 10)}::date FROM seen WHERE mark IS NOT NULL AND number = 1 ORDER BY mark
        ON CONFLICT DO NOTHING RETURNING mark
      )
      INSERT INTO search_log AS known (id, searched_at, query, mode, filters, partner_id, found, clicked_position, clicked_at, is_counted)
      SELECT id, ${now}::timestamptz, query, mode, filters, partner_id, found, clicked_position, CASE WHEN clicked_position IS NOT NULL THEN ${now}::timestamptz END,
        fresh.mark IS NOT NULL AND number = 1
      FROM seen LEFT JOIN fresh USING (mark)
      ORDER BY id
      ON CONFLICT (id) DO UPDATE SET clicked_position = EXCLUDED.clicked_position, clicked_at = EXCLUDED.clicked_at
      WHERE known.clicked_position IS NULL AND EXCLUDED.clicked_position IS NOT NULL AND known.searched_at > ${new Date(now.getTime() - CLICKABLE_MS)}`
    return views.map(() => undefined)
  }
}
