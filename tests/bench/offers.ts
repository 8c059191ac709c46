// node tests/bench/offers.ts --data DIR [--products N]: measures how well and how fast identical items of several
// stores are matched. Generates products with twins and near-twins in the database of a DATA_DIR whose shop is stopped.
// Removes all data that it adds.
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { GARMENT_KINDS, type DrawingSpec } from '#demo/demo.types.ts'
import { checkDigit } from '#demo/catalogue/identifiers.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { appearanceBytes } from '#server/media/appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import { findOtherStores } from '#server/offers/list-offers.service.ts'
import { matchProducts } from '#server/offers/match-products.ts'
import { connect } from '#server/platform/db.ts'
import { SEARCH_VERSION } from '#server/search/describe-product.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, products: { type: 'string', default: '20000' } } })
if (!values.data) throw new Error('Usage: node tests/bench/offers.ts --data DIR [--products N]')
const count = Number(values.products)
const AT_ONCE = 250
const READS = 500
const COLOURS = ['#641b2b', '#2450a4', '#5b6b3a', '#1f2a44', '#d8c8a8', '#111111', '#b4532a']
/**
 * The kinds of product pairs. Of ten groups of products, each kind has one; the other products have no pair. `is`:
 * whether the second product is the same item.
 */
const KINDS = {
  'same GTIN': { way: 'gtin', is: true },
  'GTIN of a shop': { way: 'gtin', is: false },
  'same style number': { way: 'style', is: true },
  'same running number': { way: 'style', is: false },
  'style number of another brand': { way: 'style', is: false },
  'same picture, cropped and compressed': { way: 'look', is: true },
  'same name, other colour': { way: 'look', is: false },
  'same name, other cut': { way: 'look', is: false },
  'same picture, other name': { way: 'look', is: false },
} as const
type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

interface Row {
  id: string
  partner: number
  brand: number
  category: number
  name: string
  sku: string | null
  gtin: string | null
  appearance: Uint8Array
}

const read = async (picture: Buffer) => appearanceBytes(await decodeAppearance(picture))

/** Draws a piece's picture, another store's copy of it, another colour and another cut. */
async function drawLooks(number: number) {
  const spec: DrawingSpec = {
    kind: GARMENT_KINDS[(number * 7) % GARMENT_KINDS.length]!,
    view: 'front',
    accent: '#f2ead8',
    pattern: 'plain',
    colour: COLOURS[number % 7]!,
    ground: '#dcd6c9',
    variant: number,
  }
  const svg = Buffer.from(drawProduct(spec))
  const large = await sharp(svg).resize(900).png().toBuffer()
  const { width, height } = await sharp(large).metadata()
  const cut = { left: 12, top: 12, width: width - 24, height: height - 24 }
  const copy = await sharp(large).extract(cut).resize(600).removeAlpha().jpeg({ quality: 70 }).toBuffer()
  const other = (given: Partial<DrawingSpec>) => read(Buffer.from(drawProduct({ ...spec, ...given })))
  return {
    own: await read(svg),
    copy: await read(copy),
    colour: await other({ colour: COLOURS[(number + 1) % 7]! }),
    cut: await other({ variant: number + 1 }),
  }
}

const gtinOf = (prefix: string, number: number) => {
  const twelve = prefix + String(number).padStart(12 - prefix.length, '0')
  return twelve + String(checkDigit(twelve))
}

const postgres = await startEmbeddedPostgres(values.data)
const db = connect(postgres.url, { poolSize: 4 })
const PARTNERS = Array.from({ length: 12 }, newId)
const BRANDS = Array.from({ length: 40 }, newId)
const CATEGORIES = Array.from({ length: 20 }, newId)
try {
  const looks = await Promise.all(Array.from({ length: 29 }, (_, number) => drawLooks(number)))
  const { rows, pairs } = makeUp(looks)
  await write(rows)
  const ids = rows.map(({ id }) => id)
  const started = performance.now()
  for (let at = 0; at < ids.length; at += AT_ONCE) await matchProducts(db, ids.slice(at, at + AT_ONCE), new Date())
  const ms = performance.now() - started
  const again = performance.now()
  for (let at = 0; at < 5_000; at += AT_ONCE) await matchProducts(db, ids.slice(at, at + AT_ONCE), new Date())
  const againMs = performance.now() - again
  await db.$executeRaw`ANALYZE item_matches, item_keys`
  const reading = performance.now()
  for (const id of ids.slice(0, READS)) await findOtherStores(db, id)
  const readMs = (performance.now() - reading) / READS
  const matches = await db.$queryRaw<Array<{ pair: string; way: string }>>`
    SELECT product_id || ' ' || other_id AS pair, way::text AS way FROM item_matches WHERE product_id = ANY(${ids}::uuid[])`
  const found = new Map(matches.map(({ pair, way }) => [pair, way]))
  for (const way of ['gtin', 'style', 'look'] as const) {
    const wanted = pairs.filter(({ kind }) => KINDS[kind].way === way)
    const right = wanted.filter(({ kind, pair }) => KINDS[kind].is && found.get(pair) === way).length
    const all = [...found.values()].filter((each) => each === way).length
    const there = wanted.filter(({ kind }) => KINDS[kind].is).length
    console.log(
      `${way}: ${there} twins, ${all} found, ${right} of them right: precision ${percent(right, all)}, recall ${percent(right, there)}`,
    )
  }
  for (const kind of kinds.filter((each) => !KINDS[each].is)) {
    const near = pairs.filter((each) => each.kind === kind)
    console.log(`  ${kind}: ${near.filter(({ pair }) => found.has(pair)).length} of ${near.length} taken for the same`)
  }
  console.log(
    `${rows.length} products: ${((ms * 1_000) / rows.length).toFixed(0)} ms for 1,000 at first, ${(againMs / Math.min(5, rows.length / 1_000)).toFixed(0)} ms again`,
  )
  console.log(`what a product's page asks: ${readMs.toFixed(2)} ms`)
  const [sizes] = await db.$queryRaw<Array<{ size: string; keys: string }>>`
    SELECT pg_size_pretty(pg_total_relation_size('item_keys')) AS size, pg_size_pretty(pg_relation_size('item_keys_keys_idx')) AS keys`
  console.log(`item_keys: ${sizes?.size}, its index ${sizes?.keys}`)
} finally {
  await db.product.deleteMany({ where: { partnerId: { in: PARTNERS } } })
  await db.partner.deleteMany({ where: { id: { in: PARTNERS } } })
  await db.brand.deleteMany({ where: { id: { in: BRANDS } } })
  await db.category.deleteMany({ where: { id: { in: CATEGORIES } } })
  await db.$disconnect()
  await postgres.release()
}

function percent(part: number, total: number): string {
  return total ? `${((part * 100) / total).toFixed(1)}%` : 'none'
}

function makeUp(looks: Array<Awaited<ReturnType<typeof drawLooks>>>) {
  const rows: Row[] = []
  const pairs: Array<{ kind: Kind; pair: string }> = []
  for (let number = 0; rows.length < count; number++) {
    const look = looks[number % looks.length]!
    const one: Row = {
      id: newId(),
      partner: number % 12,
      brand: number % 40,
      category: number % 20,
      name: `Alder model ${number} coat`,
      sku: `TW-${100_000 + number}-BLK`,
      gtin: gtinOf('501', number),
      appearance: look.own,
    }
    rows.push(one)
    const kind = kinds[number % 10]
    if (kind === undefined) continue
    const other: Row = {
      ...one,
      id: newId(),
      partner: (number + 1) % 12,
      sku: `OTHER-${number}-1`,
      gtin: null,
      name: `${one.name} of theirs`,
      appearance: look.cut,
    }
    if (kind === 'same GTIN') other.gtin = one.gtin
    if (kind === 'GTIN of a shop') one.gtin = other.gtin = gtinOf('21', number)
    if (kind === 'same style number') other.sku = one.sku!.toLowerCase().replaceAll('-', ' ')
    if (kind === 'same running number') one.sku = other.sku = `SKU-${number + 100_000}`
    if (kind === 'style number of another brand') Object.assign(other, { brand: (one.brand + 1) % 40, sku: one.sku })
    if (KINDS[kind].way === 'look' && kind !== 'same picture, other name') other.name = one.name
    if (kind === 'same picture, cropped and compressed') other.appearance = look.copy
    if (kind === 'same name, other colour') other.appearance = look.colour
    if (kind === 'same picture, other name') other.appearance = look.copy
    rows.push(other)
    pairs.push({ kind, pair: [one.id, other.id].sort().join(' ') })
  }
  return { rows, pairs }
}

async function write(rows: readonly Row[]): Promise<void> {
  await db.partner.createMany({
    data: PARTNERS.map((id) => ({
      id,
      businessName: `Bench ${id}`,
      email: `${id}@bench.example`,
      verificationStatus: 'approved' as const,
    })),
  })
  await db.brand.createMany({ data: BRANDS.map((id) => ({ id, name: `Tarnwick ${id}`, slug: `bench-${id}` })) })
  await db.category.createMany({
    data: CATEGORIES.map((id) => ({ id, name: id, slug: `bench-${id}`, sortOrder: 9_000 })),
  })
  for (let at = 0; at < rows.length; at += 2_000) {
    const some = rows.slice(at, at + 2_000)
    await db.product.createMany({
      data: some.map(({ id, partner, brand, category, name, appearance }) => ({
        id,
        partnerId: PARTNERS[partner]!,
        brandId: BRANDS[brand]!,
        categoryId: CATEGORIES[category]!,
        name,
        handle: id,
        appearances: new Uint8Array(appearance),
        status: 'active' as const,
        currency: 'USD',
        gender: 'women',
        searchVersion: SEARCH_VERSION,
        priceMinor: 5_000,
        priceMaxMinor: 5_000,
        priceBaseMinor: 5_000,
        isInStock: true,
      })),
    })
    await db.productVariant.createMany({
      data: some.flatMap(({ id, sku, gtin }) =>
        ['S', 'M', 'L'].map((size, position) => ({
          productId: id,
          position,
          size,
          sku: sku && `${sku}-${size}`,
          gtin: position ? null : gtin,
          currency: 'USD',
          priceMinor: 5_000,
        })),
      ),
    })
  }
  await db.$executeRaw`ANALYZE products, product_variants`
}
