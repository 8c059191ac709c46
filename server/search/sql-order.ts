import { Prisma } from '#prisma/generated/client.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { EngineQuery } from './engine.ts'
import type { NameBook } from './name-book.ts'
import { CHILDREN, MAX_POPULARITY, MENTION_POINTS, WEIGHTS, type RankingKey } from './ranking.ts'
import { awayOf, type AlikeProducts } from './sql-alike.ts'
import type { Form } from './word-forms.ts'

const { sql } = Prisma
type Sql = Prisma.Sql

/** SQL: the discount in whole percent. */
export const DISCOUNT = sql`(CASE WHEN p.original_price_minor > p.price_minor
  THEN (200 * (p.original_price_minor - p.price_minor)::bigint + p.original_price_minor) / (2 * p.original_price_minor::bigint) ELSE 0 END)::int`

/** All words that count for relevance, and those that products must have. */
export interface Searched {
  groups: Form[][]
  words: Form[][]
}

/** Whether a line of search_text has the term. */
export function hasTerm({ term, isPrefix }: Pick<Form, 'term' | 'isPrefix'>, line: number): Sql {
  const pattern = `% ${escapeLike(term)}${isPrefix ? '' : ' '}%`
  return sql`(' ' || split_part(p.search_text, E'\\n', ${line + 1}::int) || ' ') LIKE ${pattern}`
}

export function pointsOfGroup(forms: Form[]): Sql {
  const worth = forms.flatMap((form) =>
    form.points.flatMap((points, line) =>
      points ? [sql`CASE WHEN ${hasTerm(form, line)} THEN ${points}::int ELSE 0 END`] : [],
    ),
  )
  return worth.length ? sql`GREATEST(${Prisma.join(worth)})` : sql`0`
}

function factorSql(day: number, groups: Form[][]): Record<RankingKey, Sql> {
  const days = (column: Sql) => sql`floor((${day * 86_400}::numeric - extract(epoch FROM ${column})) / 86400)`
  const { freshness, stale, popularity, stock, discount, picked } = WEIGHTS
  return {
    picked: sql`(CASE WHEN p.is_featured THEN ${groups.length ? picked.searching : picked.browsing}::int ELSE 0 END)`,
    relevance: groups.length
      ? sql`(((${Prisma.join(groups.map(pointsOfGroup), ' + ')}) * 10) / ${groups.length}::int)`
      : sql`0`,
    freshness: sql`(LEAST(${freshness}::int, GREATEST(0, ${freshness}::int - ${days(sql`p.created_at`)}))
      - CASE WHEN ${days(sql`coalesce(p.synced_at, p.updated_at)`)} > ${stale.days}::int THEN ${stale.points}::int ELSE 0 END)::int`,
    popularity: sql`(p.popularity * ${popularity}::int / ${MAX_POPULARITY}::int)`,
    stock: sql`(CASE WHEN p.is_in_stock THEN ${stock.inStock}::int WHEN p.stock = 0 THEN ${stock.soldOut}::int ELSE ${stock.unknown}::int END)`,
    discount: sql`LEAST(${discount}::int, ${DISCOUNT})`,
  }
}

export const scoreSql = (day: number, groups: Form[][]): Sql =>
  sql`(${Prisma.join(Object.values(factorSql(day, groups)), ' + ')})`

/** SQL: the sort columns of a page, after sold-out products. */
export function orderOf(
  { sort, day, firstCategories, childrenLast }: EngineQuery,
  names: NameBook,
  { groups, words }: Searched,
  alike: AlikeProducts | null,
  kind: string | null,
): Sql {
  const isFirst = firstCategories.length
    ? sql`coalesce(p.category_id = ANY(${[...names.categoryIds(firstCategories)]}::uuid[]), false) DESC, `
    : Prisma.empty
  const near = kind === null ? null : names.kindsNear(kind)
  const isNear = near
    ? sql`CASE WHEN p.category_id = ANY(${near.same}::uuid[]) THEN 0 WHEN p.category_id = ANY(${near.related}::uuid[]) THEN 1 ELSE 2 END, `
    : Prisma.empty
  const isChild = childrenLast ? sql`(p.gender = ANY(${[...CHILDREN]}::text[])), ` : Prisma.empty
  const isMention = words.length
    ? sql`(LEAST(${Prisma.join(words.map(pointsOfGroup))}) <= ${MENTION_POINTS}::int), `
    : Prisma.empty
  switch (sort) {
    case 'featured':
      return sql`${isNear}${alike ? sql`${awayOf(alike)}, ` : Prisma.empty}${isChild}${isMention}${isFirst}${scoreSql(day, groups)} DESC, p.created_at DESC, p.id DESC`
    case 'newest':
      return sql`p.created_at DESC, p.id DESC`
    case 'price_asc':
      return sql`p.price_base_minor, p.id`
    case 'price_desc':
      return sql`p.price_base_minor DESC, p.id DESC`
    case 'name_asc':
      return sql`p.name_key COLLATE "C", p.id`
    case 'name_desc':
      return sql`p.name_key COLLATE "C" DESC, p.id DESC`
  }
}
