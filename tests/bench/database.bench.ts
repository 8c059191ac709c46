import type pg from 'pg'
import type { z } from 'zod'
import { connect, type Db } from '#server/platform/db.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { BROWSER_HEADERS, fetchAnswer, UNCACHED_HEADERS } from './answer.ts'
import { printTable } from './print-table.ts'
import { recordSql, type RecordedSql } from './record-sql.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const REQUESTS = 20
const EXPLANATIONS = 7

type Input = z.input<typeof searchProductsInput>

const LISTS: Array<[string, Input]> = [
  ['all, featured', {}],
  ['all, price_asc', { sort: 'price_asc' }],
  ['search: wool coat', { q: 'wool coat' }],
  ['on sale, page 3', { onSale: true, page: 3 }],
]

/**
 * Counts SQL statements for one uncached request of each route, and shows how PostgreSQL answers lists at the demo's
 * size.
 */
export async function benchmarkDatabase(shop: ShopUnderTest): Promise<string> {
  const rows = await countStatements(shop)
  printTable(
    `SQL statements for one uncached request (mean of ${REQUESTS} requests, one at a time)`,
    rows.map(({ route, statements, transactions, databaseMs }) => ({
      route,
      'SQL statements': statements,
      'BEGIN, COMMIT': transactions,
      'in the database ms': databaseMs,
    })),
  )
  await explainLists(shop)
  return `database: ${rows.map(({ route, statements }) => `${route} ${statements.toFixed(statements % 1 ? 1 : 0)}`).join(', ')} SQL statements a request`
}

interface StatementCount {
  route: string
  /** Without BEGIN and COMMIT. */
  statements: number
  transactions: number
  databaseMs: number
}

async function countStatements({ pool, url, paths, goPaths }: ShopUnderTest): Promise<StatementCount[]> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await setCounting(pool, 'top')
  const routes: Array<[string, (index: number) => string, Record<string, string>]> = [
    ...Object.entries(paths).map(([name, path]): [string, () => string, Record<string, string>] => [
      name,
      () => path,
      UNCACHED_HEADERS,
    ]),
    ['/go', (index) => goPaths[index % goPaths.length] ?? '', BROWSER_HEADERS],
  ]
  const counted: StatementCount[] = []
  for (const [route, pathAt, headers] of routes) {
    await fetchAnswer(url + pathAt(REQUESTS), headers)
    await pool.query('SELECT pg_stat_statements_reset()')
    for (let index = 0; index < REQUESTS; index++) await fetchAnswer(url + pathAt(index), headers)
    const { rows } = await pool.query<{ calls: number; transactions: number; ms: number }>(`
      SELECT coalesce(sum(calls) FILTER (WHERE NOT is_transaction), 0)::float AS calls, coalesce(sum(calls) FILTER (WHERE is_transaction), 0)::float AS transactions,
        coalesce(sum(total_exec_time), 0)::float AS ms
      FROM (SELECT calls, total_exec_time, query ~* '^(BEGIN|COMMIT|ROLLBACK)' AS is_transaction FROM pg_stat_statements
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query !~* 'pg_stat_statements') s`)
    const sums = rows[0] ?? { calls: NaN, transactions: NaN, ms: NaN }
    counted.push({
      route,
      statements: sums.calls / REQUESTS,
      transactions: sums.transactions / REQUESTS,
      databaseMs: sums.ms / REQUESTS,
    })
  }
  await setCounting(pool, 'none')
  return counted
}

/** Sets which statements are counted. Also affects open connections, after a moment. */
async function setCounting(pool: pg.Pool, track: 'top' | 'none'): Promise<void> {
  await pool.query(`ALTER SYSTEM SET pg_stat_statements.track = '${track}'`)
  await pool.query('SELECT pg_reload_conf()')
  await new Promise((resolve) => setTimeout(resolve, 200))
}

async function explainLists({ databaseUrl, pool }: ShopUnderTest): Promise<void> {
  const plain = connect(databaseUrl, { poolSize: 2 })
  try {
    const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM products`)
    const table: Array<Record<string, string | number>> = []
    for (const [name, input] of LISTS) {
      const statements = (await sqlOf(plain, input)).filter(({ text }) => text.includes('FROM products'))
      const isCards = ({ text }: RecordedSql) => text.includes('p.id = ANY(')
      table.push({ list: name, part: 'cards', ...(await explainAll(pool, statements.filter(isCards))) })
      table.push({
        list: name,
        part: 'SQL engine',
        ...(await explainAll(
          pool,
          statements.filter((sql) => !isCards(sql)),
        )),
      })
    }
    printTable(
      `EXPLAIN (ANALYZE, BUFFERS) of lists among ${rows[0]?.n ?? 0} products (median of ${EXPLANATIONS}); the SQL engine answers only while there is no index`,
      table,
    )
  } finally {
    await plain.$disconnect()
  }
}

async function sqlOf(plain: Db, input: Input): Promise<RecordedSql[]> {
  const { db, recorded } = recordSql(plain)
  await searchProducts({ db, engine: new SqlEngine(db) }, searchProductsInput.parse(input))
  return recorded
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

interface Explanation {
  Plan: PlanNode
  'Planning Time': number
  'Execution Time': number
}

interface Explained {
  planningMs: number
  executionMs: number
  buffers: number
  ways: string[]
}

/** Sums over some statements. */
async function explainAll(pool: pg.Pool, statements: RecordedSql[]): Promise<Record<string, string | number>> {
  const explained: Explained[] = []
  for (const sql of statements) explained.push(await explain(pool, sql))
  const sum = (name: 'planningMs' | 'executionMs' | 'buffers') => explained.reduce((total, one) => total + one[name], 0)
  return {
    statements: explained.length,
    'planning ms': sum('planningMs'),
    'execution ms': sum('executionMs'),
    buffers: sum('buffers'),
    'products read by': [...new Set(explained.flatMap(({ ways }) => ways))].join(', ') || '-',
  }
}

async function explain(pool: pg.Pool, { text, values }: RecordedSql): Promise<Explained> {
  const explanations: Explanation[] = []
  for (let run = 0; run < EXPLANATIONS; run++) {
    const { rows } = await pool.query<{ 'QUERY PLAN': Explanation[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    )
    explanations.push(...(rows[0]?.['QUERY PLAN'] ?? []))
  }
  const top = explanations.at(-1)?.Plan
  return {
    planningMs: median(explanations.map((explanation) => explanation['Planning Time'])),
    executionMs: median(explanations.map((explanation) => explanation['Execution Time'])),
    buffers: (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0),
    ways: top ? waysToProducts(top) : [],
  }
}

/** Returns how the plan reads the products table: the node types and, if used, the index. */
function waysToProducts(node: PlanNode): string[] {
  const ways =
    node['Relation Name'] === 'products' || node['Index Name']?.startsWith('products_')
      ? [`${node['Node Type']}${node['Index Name'] ? ` ${node['Index Name']}` : ''}`]
      : []
  return [...ways, ...(node.Plans ?? []).flatMap(waysToProducts)]
}
