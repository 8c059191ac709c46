import type { EngineAnswer, EngineQuery, EngineSuggestions, Names } from '../engine.ts'
import { fillList } from '../fill-list.ts'
import { NameBook } from '../name-book.ts'
import { withWords } from '../every-product.ts'
import { alikeOf, kindShown, wantedOf } from '../appearance-distance.ts'
import { dayOf, MENTION_POINTS, relevanceOf } from '../ranking.ts'
import { SYNONYM_WORDS } from '../lexicon/synonyms.ts'
import { directForms, formsOf, ideaForms, type Form } from '../word-forms.ts'
import { AlikeRows } from './alike-rows.ts'
import { createAnswerCache } from './answer-cache.ts'
import { Columns, FLAG, type IndexRow } from './columns.ts'
import { conditionsWithoutFacet } from './conditions-without-facet.ts'
import { countFacets } from './facet-counts.ts'
import { facetFilters } from './facet-filters.ts'
import { narrow } from './narrow-rows.ts'
import { orderRows } from './order-rows.ts'
import { addRow, listRows, RowSets, sortRows, wordsFor, type RowSet, type Sorted } from './row-sets.ts'
import { selectPage, type Order } from './select-page.ts'
import { suggestFrom } from './suggest.ts'
import { nearestOf, Vocabulary } from './vocabulary.ts'

/** The index is rebuilt once both the number and the share of dead rows reach these limits. */
const WASTE = { rows: 50_000, share: 0.4 }
/** Suggestions search this many top-ranked products first. */
const BEST = 20_000
/** The minimum time between two updates of the top-ranked list, for large catalogues that change constantly. */
const BEST_MS = 5_000
/** The parts of a query that determine the order of a list. */
type OrderPart = 'sort' | 'day' | 'looksLike' | 'firstCategories' | 'childrenLast'

/** The listed catalogue in memory, by column. Gives the same answers as sql-engine.ts, in milliseconds. */
export class ProductIndex {
  readonly columns = new Columns()
  readonly #alike = new AlikeRows(this.columns.appearances)
  readonly vocabulary = new Vocabulary()
  names = new NameBook({ brands: [], categories: [] })
  readonly #answers = createAnswerCache()
  /** Reused between searches: one array of points per word. */
  readonly #points: Uint8Array[] = []
  #rows = new Uint32Array(0)
  readonly #sets = new RowSets()
  #relevance = new Uint16Array(0)
  #scores = new Int32Array(0)
  /** 1 for rows that only mention a searched word. */
  #isMention = new Uint8Array(0)
  /** Distances from the wanted look, in tenths of Lab units, for the rows that look alike. */
  #away: Uint16Array = new Uint16Array(0)
  /** The category that comes first in a search by picture. */
  #kind: string | null = null
  #best: { rows: Uint32Array; at: number; isStale: boolean; day: number } | null = null

  /** Adds or replaces a product. */
  put(product: IndexRow): void {
    const row = this.columns.push(product)
    product.lines.forEach((line, field) => {
      for (let start = 0; start < line.length;) {
        const space = line.indexOf(' ', start)
        const end = space < 0 ? line.length : space
        if (end > start) this.vocabulary.add(line.slice(start, end), row, field)
        start = end + 1
      }
    })
    this.#forget()
  }

  remove(id: string): void {
    this.columns.remove(id)
    this.#forget()
  }

  rename(names: Names): void {
    this.names = new NameBook(names)
    this.#answers.clear()
  }

  get isWasteful(): boolean {
    const dead = this.columns.rows - this.columns.live
    return dead > WASTE.rows && dead > this.columns.rows * WASTE.share
  }

  search(query: EngineQuery): EngineAnswer {
    // A search by a person's sizes is not cached, because no other shopper makes it and its rules are long.
    if (query.inSize !== null) return this.#answer(query)
    const key = JSON.stringify(query)
    const kept = this.#answers.get(key)
    if (kept) return { ...kept, isCached: true }
    const answer = this.#answer(query)
    this.#answers.set(key, answer)
    return answer
  }

  /** Returns the number of products that `search` finds. */
  total(query: EngineQuery): number {
    return this.#found(query).found.length
  }

  /** Returns the texts whose words all occur in the name, brand or tags of one product, of the partner if given. */
  keepOccurring(texts: string[][], partnerId: string | null): string[][] {
    return texts.filter((words) => this.total(withWords(words, partnerId)) > 0)
  }

  /** Returns the new first hits of queries, in turn, until `enough` products are there. */
  fill(queries: EngineQuery[], there: string[], enough: number): Promise<Array<EngineAnswer['hits']>> {
    return fillList(queries, there, enough, (query) => this.#firstHits(query))
  }

  /** Finds the rows of a query. The next search reuses the arrays. */
  #found(query: EngineQuery) {
    const read = this.#read(query)
    return { ...read, ...this.#sort(query, read.matched) }
  }

  #firstHits(query: EngineQuery): EngineAnswer['hits'] {
    const { found, points, isSearch } = this.#found(query)
    this.#setRelevance(found, points, query.words.length)
    return this.#hits(query, selectPage(found, 0, query.pageSize, this.#order(query, found, isSearch)))
  }

  #hits({ looksLike }: EngineQuery, rows: number[]): EngineAnswer['hits'] {
    const wanted = looksLike === null ? null : wantedOf(looksLike)
    return rows.map((row) => ({
      id: this.columns.ids.idOf(row),
      alike: wanted && alikeOf(wanted, this.columns.appearances.of(row)),
    }))
  }

  suggest(words: string[], limit: number, typed: string[] = words): EngineSuggestions {
    return suggestFrom(this, words, limit, typed)
  }

  /**
   * Returns the first product ids, in browsing order, that have enough points in every group of forms. Tries the first
   * level of points, then the next, until there are enough ids.
   */
  bestOf(groups: Form[][], limit: number, levels: readonly number[]): string[] {
    const points = this.#pointsOf(groups)
    const found = new Set<string>()
    for (const level of levels) {
      if (found.size < limit) for (const id of this.#bestWith(points, level, limit)) found.add(id)
    }
    return [...found].slice(0, limit)
  }

  #bestWith(points: Uint8Array[], level: number, limit: number): string[] {
    const { rows: all, isLive, ids } = this.columns
    const fits = (row: number) =>
      isLive.values[row] === 1 && points.every((ofGroup) => (ofGroup[row] as number) >= level)
    const found: string[] = []
    for (const row of this.#bestRows()) {
      if (!fits(row)) continue
      found.push(ids.idOf(row))
      if (found.length === limit) return found
    }
    if (all <= BEST) return found
    let count = 0
    const [first] = points as [Uint8Array]
    for (let row = 0; row < all; row++) if ((first[row] as number) >= level && fits(row)) this.#rows[count++] = row
    const rows = this.#rows.slice(0, count)
    return selectPage(rows, 0, limit, this.#browsingOrder(rows, today())).map((row) => ids.idOf(row))
  }

  /** Returns the points of each group of forms by row. The next search reuses the arrays. */
  #pointsOf(groups: Form[][]): Uint8Array[] {
    this.#reserve(this.columns.rows, groups.length)
    return groups.map((forms, index) => this.#score(forms, this.#points[index] as Uint8Array))
  }

  /** Returns the live rows that have points in every group. */
  #live(points: readonly Uint8Array[] = []): RowSet {
    const { isLive, rows } = this.columns
    const live = isLive.values
    const set = new Uint32Array(wordsFor(rows))
    const [first = live, ...others] = points
    for (let from = 0; from < rows; from += 32) {
      let bits = 0
      for (let row = Math.min(from + 32, rows) - 1; row >= from; row--)
        bits = (bits << 1) | (live[row] && first[row] ? 1 : 0)
      set[from >> 5] = bits
    }
    for (const other of others)
      for (let word = 0; word < set.length; word++)
        for (let bits = set[word] as number; bits !== 0; bits &= bits - 1) {
          const lowest = bits & -bits
          if (!other[(word << 5) | (31 - Math.clz32(lowest))]) (set[word] as number) &= ~lowest
        }
    return set
  }

  get terms() {
    return {
      has: (term: string) => this.vocabulary.hasLive(term, this.columns.isLive.values),
      hasPrefix: (prefix: string) =>
        this.vocabulary.withPrefix(prefix).some((term) => this.vocabulary.hasLive(term, this.columns.isLive.values)),
      nearest: (word: string) => this.#nearest(word),
    }
  }

  #read(query: EngineQuery) {
    const { groups: words, corrections } = formsOf(query.words, this.terms, query.typed)
    const groups = [...words, ...query.ideas.map(ideaForms)]
    if (groups.some((forms) => forms.length === 0))
      return { corrections, isSearch: false, points: [], matched: new Uint32Array(0) }
    const points = this.#pointsOf([...groups, ...query.said.map(directForms)])
    return { corrections, isSearch: points.length > 0, points, matched: this.#live(points.slice(0, groups.length)) }
  }

  #answer(query: EngineQuery): EngineAnswer {
    const { corrections, isSearch, points, ...sorted } = this.#found(query)
    const facets = countFacets(this.columns, this.names, sorted, query)
    const { found } = sorted
    this.#setRelevance(found, points, query.words.length)
    const pages = Math.max(1, Math.ceil(found.length / query.pageSize))
    const page = Math.min(query.page, pages)
    const rows = selectPage(
      found,
      (page - 1) * query.pageSize,
      page * query.pageSize,
      this.#order(query, found, isSearch),
    )
    return {
      hits: this.#hits(query, rows),
      total: found.length,
      page,
      facets,
      asked: this.#asked(query),
      isNamedElsewhere: query.name !== '' && this.#isNamedElsewhere(query, found),
      corrections,
      isCached: false,
    }
  }

  #isNamedElsewhere({ name, partnerId }: EngineQuery, found: Uint32Array): boolean {
    const { partner, partners } = this.columns
    const named = new Set(this.columns.named(name))
    if (!named.size || found.some((row) => named.has(row))) return false
    const mask = partnerId === null ? null : partners.mask([partnerId])
    return [...named].some((row) => !mask || mask[partner.values[row] as number])
  }

  #asked(query: EngineQuery): EngineAnswer['asked'] {
    const { sizes, colours, materials, genders, totals } = this.columns
    return {
      ...this.names.askedBy(query),
      sizes: sizes.counted(query.sizes, totals.size),
      colours: colours.counted([...query.colours, ...query.withoutColours], totals.colour),
      materials: materials.counted([...query.materials, ...query.withoutMaterials], totals.material),
      genders: genders.counted(query.genders, totals.gender),
    }
  }

  /** Sorts matching rows by the filters that they fail. Leaves out those that fail a condition without a facet. */
  #sort(query: EngineQuery, matched: RowSet): Sorted {
    const { rows } = this.columns
    this.#reserve(rows, 0)
    const pointsOf = (forms: Form[]) => this.#score(forms, new Uint8Array(rows))
    const tests = conditionsWithoutFacet(query, this.columns, this.names, pointsOf)
    const meetsAll = (row: number) => tests.every((test) => test(row))
    const kept = (list: Uint32Array) => (tests.length ? list.subarray(0, narrow(list, list.length, meetsAll)) : list)
    const among = query.looksLike === null ? matched : this.#alikeAmong(query.looksLike, kept(this.#list(matched)))
    const filters = facetFilters(query, this.columns, this.names)
    const { found, onlyFailing } = sortRows(
      among,
      filters.map(({ facet }) => facet),
      filters.map((filter) => this.#sets.passing(filter, among, rows)),
      this.#rows,
    )
    return { found: kept(found), onlyFailing: onlyFailing.map(kept) }
  }

  #list(set: RowSet): Uint32Array {
    return this.#rows.subarray(
      0,
      listRows(this.#rows, 0, set.length, (word) => set[word] as number),
    )
  }

  /** Returns the rows that have the look, and sets their distances. */
  #alikeAmong(look: string, rows: Uint32Array): RowSet {
    const alike = this.#alike.keep(look, rows, rows.length)
    if (alike) {
      this.#away = alike.away
      this.#kind = kindShown(look, this.#near(rows, alike))
    }
    const set = new Uint32Array(wordsFor(this.columns.rows))
    for (const row of rows.subarray(0, alike?.count)) addRow(set, row)
    return set
  }

  *#near(rows: Uint32Array, { count, away }: { count: number; away: Uint16Array }) {
    const { category, categories } = this.columns
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number
      yield [away[row] as number, categories.values[category.values[row] as number] ?? ''] as const
    }
  }

  #setRelevance(rows: Uint32Array, points: Uint8Array[], words: number): void {
    if (!points.length) return
    for (const row of rows) {
      let sum = 0
      for (const ofGroup of points) sum += ofGroup[row] as number
      let isMention = 0
      for (let at = 0; at < words; at++) if ((points[at]?.[row] as number) <= MENTION_POINTS) isMention = 1
      this.#isMention[row] = isMention
      this.#relevance[row] = relevanceOf(sum, points.length)
    }
  }

  /** Returns the order of some rows, sold-out ones last. A search calls #setRelevance first. */
  #order(query: Pick<EngineQuery, OrderPart>, rows: Uint32Array, isSearch: boolean): Order {
    const flags = this.columns.flags.values
    const asSorted = orderRows(query, rows, {
      columns: this.columns,
      names: this.names,
      scores: this.#scores,
      words: isSearch ? { relevance: this.#relevance, isMention: this.#isMention } : null,
      away: query.looksLike === null ? null : this.#away,
      kind: query.looksLike === null ? null : this.#kind,
    })
    const isSoldOut = (row: number) => Number(((flags[row] as number) & (FLAG.soldOut | FLAG.inStock)) === FLAG.soldOut)
    return (a, b) => isSoldOut(a) - isSoldOut(b) || asSorted(a, b)
  }

  #browsingOrder(rows: Uint32Array, day: number): Order {
    return this.#order(
      { sort: 'featured', day, looksLike: null, firstCategories: [], childrenLast: false },
      rows,
      false,
    )
  }

  #bestRows(): Uint32Array {
    const day = today()
    const kept = this.#best
    const mayWait = this.columns.rows > BEST && kept !== null && performance.now() - kept.at < BEST_MS
    if (kept && kept.day === day && (!kept.isStale || mayWait)) return kept.rows
    this.#reserve(this.columns.rows, 0)
    const all = this.#list(this.#live())
    const rows = Uint32Array.from(selectPage(all, 0, BEST, this.#browsingOrder(all, day)))
    this.#best = { rows, at: performance.now(), isStale: false, day }
    return rows
  }

  #forget(): void {
    this.#answers.clear()
    if (this.#best) this.#best.isStale = true
  }

  #score(forms: Form[], points: Uint8Array): Uint8Array {
    points.fill(0)
    for (const { term, isPrefix, points: worth } of forms) {
      for (const word of isPrefix ? this.vocabulary.withPrefix(term) : [term])
        this.vocabulary.score(word, worth, points)
    }
    return points
  }

  #nearest(word: string): string | null {
    const has = (term: string) => directForms(term).some((form) => this.terms.has(form.term))
    const rows = (term: string) => directForms(term).reduce((sum, form) => sum + this.vocabulary.rowsOf(form.term), 0)
    // Typos in the first letter are rare: 'sandle' is not a handle.
    const near = nearestOf(word, this.vocabulary, SYNONYM_WORDS).sort(
      (a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0]) || rows(b) - rows(a) || (a < b ? -1 : 1),
    )
    return near.find(has) ?? null
  }

  #reserve(rows: number, groups: number): void {
    if (this.#rows.length < rows) {
      const room = Math.ceil(rows * 1.1) + 1024
      this.#rows = new Uint32Array(room)
      this.#relevance = new Uint16Array(room)
      this.#isMention = new Uint8Array(room)
      this.#scores = new Int32Array(room)
      this.#points.length = 0
    }
    while (this.#points.length < groups) this.#points.push(new Uint8Array(this.#rows.length))
  }
}

const today = () => dayOf(Date.now())
