import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { importFileWriter } from '#server/importing/import-files.ts'
import { WORK_ENV, WORK_HEAP } from '#server/platform/work-process.ts'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createCategory, createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { ImportStep } from './import-process.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { holdPostgres, openPool } from './shop-under-test.ts'

const VARIANTS = 5
const MIB = 2 ** 20
const MAX_MEMORY = 300 * MIB
export const SIZES = ['XS', 'S', 'M', 'L', 'XL']
export const WORDS = 'Cut wide from washed linen, with a small collar and buttons of corozo. Made in Porto. '

/**
 * Measures files of products with five variants each, as CSV and as a Google XML feed. Compares the time of reading,
 * dry run and import with a COPY of the resulting rows, and measures the memory of each. Fails above 300 MB.
 */
export async function benchmarkImport(products: number, lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-bench-')
  lifetime.add(() => removeDataDir(dataDir))
  const { url: databaseUrl } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(databaseUrl)
  const pool = openPool(databaseUrl)
  lifetime.add(() => pool.end())
  const db = connect(databaseUrl, { poolSize: 2 })
  lifetime.add(() => db.$disconnect())
  for (const slug of ['tops', 'shirts', 'dresses']) await createCategory(db, { slug, name: slug })
  const rows = products * VARIANTS
  const measure = async (fileName: string, content: AsyncGenerator<string>) => {
    const { id: partnerId } = await createPartner(db)
    const importId = newId()
    const byteSize = await importFileWriter(dataDir, importId)(Readable.from(content, { objectMode: false }))
    await db.productImport.create({
      data: { id: importId, partnerId, source: 'file', fileName, byteSize, status: 'uploaded' },
    })
    console.log(`${fileName}: ${rows.toLocaleString('en-GB')} rows, ${Math.round(byteSize / MIB)} MB ...`)
    const step = (name: string) => runStep(name, databaseUrl, dataDir, partnerId, importId)
    const dryRun = await step('work')
    const reading = await step('read')
    const before = await rowCounts(pool)
    await db.productImport.update({ where: { id: importId }, data: { status: 'applying', actId: newId(), done: 0 } })
    const applying = await step('work')
    const { status, applied, message } = await db.productImport.findUniqueOrThrow({ where: { id: importId } })
    if (status !== 'applied' || applied !== products)
      throw new Error(`The import wrote ${applied} of ${products} products: ${status}, ${message ?? ''}`)
    return { step, dryRun, reading, applying, before }
  }

  const { step, dryRun, reading, applying, before } = await measure('bench.csv', lines(products))
  const exporting = await step('export')
  const after = await rowCounts(pool)
  // Leaves out tables that triggers write.
  const grown = [...after].flatMap(([table, count]) =>
    count > (before.get(table) ?? 0) && table !== 'product_changes' ? [table] : [],
  )
  const copy = await copyAgain(pool, path.join(dataDir, 'copied'), grown)
  const xml = await measure('bench.xml', feed(products))

  const table = [
    ['reading the file', reading],
    ['dry run', dryRun],
    ['import', applying],
    ['export', exporting],
    ['reading the Google feed', xml.reading],
    ['its dry run', xml.dryRun],
    ['its import', xml.applying],
  ] as const
  printTable(`${rows.toLocaleString('en-GB')} rows of ${products.toLocaleString('en-GB')} products`, [
    ...table.map(([name, { ms, peak, before: start }]) => ({
      step: name,
      seconds: ms / 1000,
      'rows/s': Math.round((rows / ms) * 1000),
      'times COPY': ms / copy.ms,
      'peak MB': Math.round(peak / MIB),
      'MB at its start': Math.round(start / MIB),
    })),
    {
      step: `COPY of ${copy.rows.toLocaleString('en-GB')} rows into ${grown.length} tables`,
      seconds: copy.ms / 1000,
      'rows/s': Math.round((rows / copy.ms) * 1000),
      'times COPY': 1,
      'peak MB': '',
      'MB at its start': '',
    },
  ])
  const most = Math.max(...table.map(([, { peak }]) => peak))
  if (most > MAX_MEMORY) throw new Error(`An import needed ${Math.round(most / MIB)} MB; 300 MB are allowed.`)
  return `import: the dry run of ${rows.toLocaleString('en-GB')} rows takes ${(dryRun.ms / copy.ms).toFixed(1)} times, the import ${(applying.ms / copy.ms).toFixed(1)} times as long as COPY of the same rows; ${Math.round(most / MIB)} MB at most`
}

/** Yields a CSV file of the products line by line. */
export async function* lines(products: number): AsyncGenerator<string> {
  yield 'handle,name,description,status,category,tags,material,gender,product_url,size,colour,sku,gtin,price,original_price,stock,images,image_alts\n'
  for (let index = 0; index < products; index++) {
    const handle = `linen-shirt-${index}`
    let text = ''
    for (const [at, size] of SIZES.entries()) {
      const ownCells =
        at === 0
          ? `"${WORDS.repeat(4)}",active,Shirts,"linen, summer, shirt",Linen,men,https://shop.example/products/${handle}`
          : ',,,,,,'
      const pictures =
        at === 0
          ? `https://shop.example/${handle}-1.jpg | https://shop.example/${handle}-2.jpg,Front of ${handle} | Back of ${handle}`
          : ','
      text += `${handle},Linen shirt ${index},${ownCells},${size},Sage,S-${index}-${size},${gtin(index * SIZES.length + at)},${50 + (index % 100)}.00,${at === 4 ? '' : 180}.00,${index % 9},${pictures}\n`
    }
    yield text.replaceAll(',.00', ',')
  }
}

/** Yields the same products as a Google XML feed, item by item. */
async function* feed(products: number): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Bench</title>\n'
  for (let index = 0; index < products; index++) {
    const handle = `linen-shirt-${index}`
    let text = ''
    for (const [at, size] of SIZES.entries())
      text += `<item><g:id>S-${index}-${size}</g:id><g:item_group_id>${handle}</g:item_group_id><title>Linen shirt ${index}</title><description>${WORDS.repeat(4)}</description><link>https://shop.example/products/${handle}</link><g:image_link>https://shop.example/${handle}-1.jpg</g:image_link><g:price>180.00 USD</g:price><g:sale_price>${50 + (index % 100)}.00 USD</g:sale_price><g:availability>in_stock</g:availability><g:gtin>${gtin((products + index) * SIZES.length + at)}</g:gtin><g:color>Sage</g:color><g:size>${size}</g:size><g:gender>male</g:gender><g:material>Linen</g:material><g:product_type>Shirts</g:product_type></item>\n`
    yield text
  }
  yield '</channel></rss>\n'
}

/** Returns a number of 13 digits. The last one is the check digit. */
export function gtin(serial: number): string {
  const digits = String(400_000_000_000 + serial)
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Runs a step in a separate process. */
export async function runStep(
  ...[step, databaseUrl, dataDir, partnerId, importId]: [string, string, string, string, string]
): Promise<ImportStep> {
  const script = path.join(import.meta.dirname, 'import-process.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...WORK_HEAP, script, step, databaseUrl, dataDir, partnerId, importId],
    { env: { ...process.env, ...WORK_ENV, LOG_LEVEL: 'error' }, maxBuffer: 4 * MIB },
  )
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ImportStep
}

async function rowCounts(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${name}"`)
    counts.set(name, rows[0]?.n ?? 0)
  }
  return counts
}

/** Removes the rows from the tables, and restores them by COPY with all indexes, keys and triggers. */
async function copyAgain(pool: pg.Pool, file: string, tables: string[]): Promise<{ ms: number; rows: number }> {
  const client = await pool.connect()
  try {
    const columns = new Map<string, string>()
    for (const table of tables) {
      const { rows } = await client.query<{ names: string }>(
        `SELECT string_agg(quote_ident(column_name), ',' ORDER BY ordinal_position) AS names FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      )
      columns.set(table, rows[0]?.names ?? '')
      await pipeline(
        client.query(copyTo(`COPY (SELECT ${columns.get(table)} FROM "${table}") TO STDOUT`)),
        fs.createWriteStream(`${file}-${table}`),
      )
    }
    const ordered = await parentsFirst(client, tables)
    await client.query(`TRUNCATE ${ordered.map((table) => `"${table}"`).join(', ')} CASCADE`)
    let rows = 0
    const started = performance.now()
    await client.query('BEGIN')
    for (const table of ordered) {
      const into = client.query(copyFrom(`COPY "${table}" (${columns.get(table)}) FROM STDIN`))
      await pipeline(fs.createReadStream(`${file}-${table}`), into as Writable)
      rows += into.rowCount
    }
    await client.query('COMMIT')
    return { ms: performance.now() - started, rows }
  } finally {
    client.release()
  }
}

/** Sorts tables so that referenced rows come first. */
async function parentsFirst(client: pg.PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  )
  const ordered: string[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) =>
        !ordered.includes(table) &&
        rows.every(({ child, parent }) => child !== table || !tables.includes(parent) || ordered.includes(parent)),
    )
    if (!next.length) throw new Error('The tables name each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}
