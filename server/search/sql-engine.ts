import { Prisma } from '#prisma/generated/client.ts'
import { LISTED } from '#server/platform/listed.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { CUT_ATTRIBUTES, cutAttribute, cutsByAttribute } from './attributes/cuts.ts'
import type { Count, EngineAnswer, EngineQuery, EngineSuggestions, Names, SearchEngine } from './engine.ts'
import { withWords } from './every-product.ts'
import { isInSize } from './sql-in-size.ts'
import { findAlike, isAlike, kindOfNearest, type AlikeProducts } from './sql-alike.ts'
import { DISCOUNT, hasTerm, orderOf, scoreSql, pointsOfGroup, type Searched } from './sql-order.ts'
import { suggestedTerms, suggestNames } from './index/suggest.ts'
import { fillList } from './fill-list.ts'
import { NameBook } from './name-book.ts'
import { directForms, formsOf, ideaForms, type Form } from './word-forms.ts'

const { sql } = Prisma
type Sql = Prisma.Sql
type FacetName =
  | 'categories'
  | 'brands'
  | 'sizes'
  | 'colours'
  | 'materials'
  | `cuts ${string}`
  | 'genders'
  | 'price'
  | 'onSale'
  | 'inStock'

/** Sorted last in every order. */
const IS_SOLD_OUT = sql`(NOT p.is_in_stock AND p.stock = 0) IS TRUE`

/**
 * Searches with plain SQL. It answers until the index is ready, and tests compare the index with it. It follows all
 * rules except for typing errors, because these need all words; `nearest` can supply those.
 */
export class SqlEngine implements SearchEngine {
  readonly #db: Db
  readonly #nearest: (word: string) => string | null

  constructor(db: Db, nearest: (word: string) => string | null = () => null) {
    this.#db = db
    this.#nearest = nearest
  }

  async search(query: EngineQuery): Promise<EngineAnswer> {
    const read = await this.#read(query)
    const { names, corrections, conditions } = read
    const everything = conditions.without(null)
    const total = await this.#count(everything)
    const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)))
    return {
      hits: await this.#page(query, read, page),
      total,
      page,
      facets: await this.#facets(query, names, conditions),
      asked: await this.#asked(query, names),
      isNamedElsewhere: query.name !== '' && (await this.#isNamedElsewhere(query, everything)),
      corrections,
      isCached: false,
    }
  }

  async total(query: EngineQuery): Promise<number> {
    const { conditions } = await this.#read(query)
    return this.#count(conditions.without(null))
  }

  async keepOccurring(texts: string[][], partnerId: string | null): Promise<string[][]> {
    const occurring: string[][] = []
    for (const words of texts) if ((await this.total(withWords(words, partnerId))) > 0) occurring.push(words)
    return occurring
  }

  fill(queries: EngineQuery[], there: string[], enough: number): Promise<Array<EngineAnswer['hits']>> {
    return fillList(queries, there, enough, async (query) => this.#page(query, await this.#read(query), 1))
  }

  async suggest(words: string[], limit: number, typed: string[] = words): Promise<EngineSuggestions> {
    if (!words.length) return { productIds: [], brands: [], categories: [] }
    const names = await this.#names()
    const listed = await this.#db.$queryRaw<
      Array<{ brand_id: string; category_id: string | null }>
    >`SELECT DISTINCT brand_id, category_id FROM products p WHERE ${LISTED}`
    const brandIds = new Set(listed.map(({ brand_id }) => brand_id))
    const categoryIds = new Set(listed.flatMap(({ category_id }) => category_id ?? []))
    const book = new NameBook(names)
    const terms = suggestedTerms(words, typed, await this.#termsFor(words, typed))
    const best = async (lines: number[]) => {
      if (terms.some((group) => group.length === 0)) return []
      const fits = terms.map(
        (group) =>
          sql`(${Prisma.join(
            group.flatMap((form) => lines.map((line) => hasTerm(form, line))),
            ' OR ',
          )})`,
      )
      const rows = await this.#db.$queryRaw<Array<{ id: string }>>`
        SELECT p.id FROM products p WHERE ${LISTED} AND ${Prisma.join(fits, ' AND ')} ORDER BY ${IS_SOLD_OUT}, ${scoreSql(Math.floor(Date.now() / DAY_MS), [])} DESC, p.created_at DESC, p.id DESC LIMIT ${limit}`
      return rows.map(({ id }) => id)
    }
    const found = await best([0, 1])
    return {
      productIds:
        words.length > 1 && found.length < limit
          ? [...new Set([...found, ...(await best([0, 1, 2]))])].slice(0, limit)
          : found,
      ...suggestNames(book, { brandIds, categoryIds }, words, limit, typed),
    }
  }

  async #read(query: EngineQuery): Promise<Read> {
    const names = new NameBook(await this.#names())
    const { groups: words, corrections } = formsOf(
      query.words,
      await this.#termsFor(query.words, query.typed),
      query.typed,
    )
    const groups = [...words, ...query.ideas.map(ideaForms)]
    const given = conditionsOf(query, names, groups)
    if (query.looksLike === null) return { names, groups, corrections, conditions: given, alike: null, kind: null }
    const alike = await findAlike(this.#db, query.looksLike, given.hard)
    const conditions = conditionsOf(query, names, groups, isAlike(alike))
    return {
      names,
      groups,
      corrections,
      conditions,
      alike,
      kind: await kindOfNearest(this.#db, query.looksLike, alike),
    }
  }

  async #isNamedElsewhere({ name, partnerId }: EngineQuery, found: Sql): Promise<boolean> {
    const isTheirs = partnerId === null ? Prisma.empty : sql`AND p.partner_id = ${partnerId}::uuid`
    const [row] = await this.#db.$queryRaw<Array<{ elsewhere: boolean }>>`
      SELECT NOT EXISTS (SELECT 1 ${found} AND p.name_key = ${name})
        AND EXISTS (SELECT 1 FROM products p WHERE ${LISTED} AND p.name_key = ${name} ${isTheirs}) AS elsewhere`
    return row?.elsewhere === true
  }

  async #names(): Promise<Names> {
    const [brands, categories] = await Promise.all([
      this.#db.$queryRaw<
        Names['brands']
      >`SELECT b.id, b.slug, b.name FROM brands b WHERE EXISTS (SELECT FROM products p WHERE p.brand_id = b.id AND ${LISTED}) ORDER BY b.name, b.id`,
      this.#db.$queryRaw<Names['categories']>`
        SELECT id, slug, name, parent_id AS parent, sort_order AS "sortOrder" FROM categories WHERE is_active ORDER BY level, sort_order, name, id`,
    ])
    return { brands, categories }
  }

  async #asked(query: EngineQuery, names: NameBook): Promise<EngineAnswer['asked']> {
    const has = async (column: Sql, values: string[]) => {
      if (!values.length) return []
      const rows = await this.#db.$queryRaw<Array<{ value: string }>>`
        SELECT DISTINCT value FROM products p, unnest(${column}) AS value WHERE ${LISTED} AND ${column} && ${values}::text[] AND value = ANY(${values}::text[])`
      const there = new Set(rows.map(({ value }) => value))
      return values.filter((value) => there.has(value))
    }
    const [sizes, colours, materials, genders] = await Promise.all([
      has(sql`p.sizes`, query.sizes),
      has(sql`p.colours`, [...query.colours, ...query.withoutColours]),
      has(sql`p.materials`, [...query.materials, ...query.withoutMaterials]),
      has(sql`ARRAY[p.gender]`, query.genders),
    ])
    return { ...names.askedBy(query), sizes, colours, materials, genders }
  }

  async #count(from: Sql): Promise<number> {
    const [row] = await this.#db.$queryRaw<Array<{ total: number }>>`SELECT count(*)::int AS total ${from}`
    return row?.total ?? 0
  }

  async #page(
    query: EngineQuery,
    { names, groups, conditions, alike, kind }: Read,
    page: number,
  ): Promise<EngineAnswer['hits']> {
    const from = conditions.without(null)
    const searched: Searched = {
      groups: [...groups, ...query.said.map(directForms)],
      words: groups.slice(0, query.words.length),
    }
    const rows = await this.#db.$queryRaw<Array<{ id: string }>>`
      SELECT p.id ${from} ORDER BY ${IS_SOLD_OUT}, ${orderOf(query, names, searched, alike, kind)} LIMIT ${query.pageSize} OFFSET ${(page - 1) * query.pageSize}`
    return rows.map(({ id }) => ({ id, alike: alike?.get(id) ?? null }))
  }

  async #facets(query: EngineQuery, names: NameBook, { without }: Conditions): Promise<EngineAnswer['facets']> {
    const count = (facet: FacetName | null, value: Sql) => this.#db.$queryRaw<Count[]>`
      SELECT value, count(*)::int AS count FROM (SELECT ${value} AS value ${without(facet)}) found WHERE value <> '' GROUP BY 1`
    const flag = (facet: FacetName, condition: Sql) => this.#count(sql`${without(facet)} AND ${condition}`)
    const ranges = query.priceRanges.map(
      ({ from, to }) => sql`count(*) FILTER (WHERE price >= ${from} AND price <= ${to ?? 2_147_483_647})::int`,
    )
    const cuts = await this.#cuts(query, count)
    const [leaves, brands, sizes, colours, materials, genders, onSale, inStock, [prices]] = await Promise.all([
      count('categories', sql`p.category_id::text`),
      count('brands', sql`p.brand_id::text`),
      count('sizes', sql`unnest(p.sizes)`),
      count('colours', sql`unnest(p.colours)`),
      count('materials', sql`unnest(p.materials)`),
      count('genders', sql`p.gender`),
      flag('onSale', sql`p.original_price_minor > p.price_minor`),
      flag('inStock', sql`p.is_in_stock`),
      this.#db.$queryRaw<Array<{ min: number | null; max: number | null; ranges: number[] }>>`
        SELECT min(price) AS min, max(price) AS max, ARRAY[${Prisma.join([...ranges, sql`0`])}]::int[] AS ranges FROM (SELECT p.price_base_minor AS price ${without('price')}) found`,
    ])
    return {
      categories: names.categoryFacet(leaves, query.categories),
      brands: names.brandFacet(brands),
      sizes,
      colours,
      materials,
      cuts,
      genders,
      onSale,
      inStock,
      priceMin: prices?.min ?? null,
      priceMax: prices?.max ?? null,
      priceRanges: (prices?.ranges ?? []).slice(0, query.priceRanges.length),
    }
  }

  /** Each attribute is counted without its own selection. */
  async #cuts(
    { cuts }: EngineQuery,
    count: (facet: FacetName | null, value: Sql) => Promise<Count[]>,
  ): Promise<Count[]> {
    const selected = cutsByAttribute(cuts)
    const all = await count(null, sql`unnest(p.cuts)`)
    const selectedCounts = await Promise.all(
      CUT_ATTRIBUTES.filter(({ key }) => selected.has(key)).map(async ({ key }) =>
        (await count(`cuts ${key}`, sql`unnest(p.cuts)`)).filter(({ value }) => cutAttribute(value) === key),
      ),
    )
    return [...all.filter(({ value }) => !selected.has(cutAttribute(value))), ...selectedCounts.flat()]
  }

  /** Looks up which of the words, their synonyms and beginnings occur. */
  async #termsFor(words: string[], typed: string[] = []) {
    const read = [...words, ...[...words, ...typed].flatMap((word) => this.#nearest(word) ?? [])]
    const asked = [...new Set(read.flatMap((word) => directForms(word).map(({ term }) => term)))]
    const there = async (term: string, isPrefix: boolean) => {
      const anywhere = Prisma.join(
        [0, 1, 2, 3].map((line) => hasTerm({ term, isPrefix }, line)),
        ' OR ',
      )
      const [row] = await this.#db.$queryRaw<
        Array<{ there: boolean }>
      >`SELECT EXISTS (SELECT 1 FROM products p WHERE ${LISTED} AND (${anywhere})) AS there`
      return row?.there === true
    }
    const terms = new Set<string>()
    for (const term of asked) if (await there(term, false)) terms.add(term)
    const prefixes = new Set<string>()
    for (const word of words) if (terms.has(word) || (await there(word, true))) prefixes.add(word)
    return {
      has: (term: string) => terms.has(term),
      hasPrefix: (prefix: string) => prefixes.has(prefix),
      nearest: this.#nearest,
    }
  }
}

interface Read {
  names: NameBook
  groups: Form[][]
  corrections: EngineAnswer['corrections']
  conditions: Conditions
  alike: AlikeProducts | null
  /** The category that comes first in a search by picture. */
  kind: string | null
}

interface Conditions {
  /** FROM and WHERE: products that meet all conditions without a facet. */
  hard: Sql
  /** FROM and WHERE: products that meet all conditions except one facet's own selection. */
  without: (facet: FacetName | null) => Sql
}

function conditionsOf(query: EngineQuery, names: NameBook, groups: Form[][], also?: Sql): Conditions {
  const hard: Sql[] = [LISTED, ...(also ? [also] : []), ...groups.map((forms) => sql`${pointsOfGroup(forms)} > 0`)]
  if (query.inSize !== null) hard.push(isInSize(query.inSize, names))
  if (query.partnerId !== null) hard.push(sql`p.partner_id = ${query.partnerId}::uuid`)
  if (query.withoutBrands.length) hard.push(sql`p.brand_id <> ALL(${[...names.brandIds(query.withoutBrands)]}::uuid[])`)
  if (query.withoutCategories.length)
    hard.push(sql`coalesce(p.category_id <> ALL(${[...names.categoryIds(query.withoutCategories)]}::uuid[]), true)`)
  if (query.withoutColours.length) hard.push(sql`NOT p.colours && ${query.withoutColours}::text[]`)
  if (query.withoutMaterials.length) hard.push(sql`NOT p.materials && ${query.withoutMaterials}::text[]`)
  if (query.withoutCuts.length) hard.push(sql`NOT p.cuts && ${query.withoutCuts}::text[]`)
  if (query.withoutTerms.length) hard.push(sql`${pointsOfGroup(ideaForms(query.withoutTerms))} = 0`)
  if (query.discountMin > 0) hard.push(sql`${DISCOUNT} >= ${query.discountMin}`)
  const facets = new Map<FacetName, Sql>()
  if (query.categories.length)
    facets.set('categories', sql`p.category_id = ANY(${[...names.categoryIds(query.categories)]}::uuid[])`)
  if (query.brands.length) facets.set('brands', sql`p.brand_id = ANY(${[...names.brandIds(query.brands)]}::uuid[])`)
  if (query.sizes.length) facets.set('sizes', sql`p.sizes && ${query.sizes}::text[]`)
  if (query.colours.length) facets.set('colours', sql`p.colours && ${query.colours}::text[]`)
  if (query.materials.length) facets.set('materials', sql`p.materials && ${query.materials}::text[]`)
  for (const [attribute, keys] of cutsByAttribute(query.cuts))
    facets.set(`cuts ${attribute}`, sql`p.cuts && ${keys}::text[]`)
  if (query.genders.length) facets.set('genders', sql`p.gender = ANY(${query.genders}::text[])`)
  if (query.priceMin !== null || query.priceMax !== null)
    facets.set('price', sql`p.price_base_minor BETWEEN ${query.priceMin ?? 0} AND ${query.priceMax ?? 2_147_483_647}`)
  if (query.onSale) facets.set('onSale', sql`p.original_price_minor > p.price_minor`)
  if (query.inStock) facets.set('inStock', sql`p.is_in_stock`)
  return {
    hard: sql`FROM products p WHERE ${Prisma.join(hard, ' AND ')}`,
    without: (facet) => {
      const soft = [...facets].flatMap(([name, condition]) => (name === facet ? [] : [condition]))
      return sql`FROM products p WHERE ${Prisma.join([...hard, ...soft], ' AND ')}`
    },
  }
}
