import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import type { LoggedSearch } from './search-log.schema.ts'
import { tidySearch } from './search-token.ts'

const CLICKABLE_MS = 86_400_000

export interface SearchView {
  search: LoggedSearch
  /** Random, of this one look at the list: it tells nothing of who looked. */
  viewId: string
  /** 1-based over all pages: the product that was opened. */
  clickedPosition?: number | undefined
}

/**
 * Logs looks at searches, one row for each viewId however often it comes, and the first click of each within a day.
 * The click may come before the look, or without it. Written in groups like clicks.
 */
export class SearchRecorder {
  readonly #db: Db
  readonly #writer: GroupWriter<SearchView, void>

  constructor(db: Db) {
    this.#db = db
    this.#writer = new GroupWriter((views) => this.#writeGroup(views))
  }

  /** Leaves out what is no id or has no text. */
  async record(view: SearchView): Promise<void> {
    const search = tidySearch(view.search)
    if (isId(view.viewId) && search.query) await this.#writer.submit({ ...view, search, viewId: view.viewId.toLowerCase() })
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(views: SearchView[]): Promise<void[]> {
    const byId = new Map<string, SearchView>()
    for (const view of views) {
      const first = byId.get(view.viewId) ?? view
      byId.set(view.viewId, { ...first, clickedPosition: first.clickedPosition ?? view.clickedPosition })
    }
    const rows = [...byId.values()].map(({ search: { partnerId, ...search }, viewId, clickedPosition }) => (
      { ...search, id: viewId, partner_id: partnerId, clicked_position: clickedPosition ?? null }))
    const now = new Date()
    // In the order of their ids, so that groups of two processes cannot deadlock.
    await this.#db.$executeRaw`
      INSERT INTO search_log AS known (id, searched_at, query, mode, filters, partner_id, found, clicked_position, clicked_at)
      SELECT id, ${now}::timestamptz, query, mode, filters, partner_id, found, clicked_position, CASE WHEN clicked_position IS NOT NULL THEN ${now}::timestamptz END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS seen (id uuid, query text, mode text, filters jsonb, partner_id uuid, found int, clicked_position int)
      ORDER BY id
      ON CONFLICT (id) DO UPDATE SET clicked_position = EXCLUDED.clicked_position, clicked_at = EXCLUDED.clicked_at
      WHERE known.clicked_position IS NULL AND EXCLUDED.clicked_position IS NOT NULL AND known.searched_at > ${new Date(now.getTime() - CLICKABLE_MS)}`
    return views.map(() => undefined)
  }
}
