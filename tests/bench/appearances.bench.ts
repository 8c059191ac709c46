import sharp from 'sharp'
import { generateProducts } from '#demo/catalogue/generate-products.ts'
import type { DrawingSpec } from '#demo/demo.types.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { appearanceBytes, appearanceOf, PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { decodeAppearance, decodePiece } from '#server/media/appearance/decode-appearance.ts'
import { WHOLE_PICTURE, withinPicture } from '#server/media/appearance/frame.shared.ts'
import { nearest, wantedOf, type Wanted } from '#server/search/appearance-distance.ts'
import { EVERY_PRODUCT } from '#tests/setup/engine-query.ts'
import { busyPhoto } from './busy-photos.ts'
import { alterations, type Alteration } from './alter-pictures.ts'
import { largeIndex } from './large-index.ts'
import { format, printTable } from './print-table.ts'
import { median, percentile } from './statistics.ts'

/** The number of products in the demo. */
const PRODUCTS = 1_200
const QUERIES = 240
/** Photos of pieces in busy rooms. */
const BUSY = 40
const FIRST = 10
const LARGE = 1_000_000
const TIMED = 40
const SEED = 1

/**
 * Measures how many altered catalogue pictures find their product among the first ten, and the time of a search among a
 * million products.
 */
export async function benchmarkAppearances(): Promise<string> {
  const random = numbersFrom(SEED)
  const catalogue = await loadCatalogue()
  const ranks = await measureRanks(catalogue, random)
  const busy = await measureBusy(catalogue, numbersFrom(SEED))
  const large = measureLarge(catalogue, random)
  const all = [...ranks.values()].flat()
  printTable(
    'Pictures of the catalogue, altered, and where their product stands',
    [...ranks].map(([altered, places]) => ({
      altered,
      pictures: places.length,
      first: within(places, 1),
      'in the first ten': within(places, FIRST),
    })),
  )
  printTable(
    'Photos of busy rooms, and where the product of their piece stands',
    [...busy].map(([framed, places]) => ({
      framed,
      pictures: places.length,
      first: within(places, 1),
      'in the first ten': within(places, FIRST),
    })),
  )
  return [
    `appearances: ${within(all, FIRST)} of ${all.length} altered pictures find their product among the first ${FIRST} of ${format(PRODUCTS)}, ${within(all, 1)} as the first`,
    `photos of busy rooms: in the first ${FIRST} ${[...busy].map(([framed, places]) => `${within(places, FIRST)} of ${places.length} ${framed}`).join(', ')}`,
    `reading one takes ${format(catalogue.msEach)} ms, drawing it included`,
    `${format(LARGE)} products: index built in ${format(large.buildS)} s, ${format(large.mb)} MB for how they look; searched by picture in ${format(large.picture.p50)} ms (p95 ${format(large.picture.p95)}), its next page in ${format(large.again.p50)} ms, by colour in ${format(large.colour.p50)} ms (p95 ${format(large.colour.p95)}), everything without a look in ${format(large.peer.p50)} ms`,
  ].join('; ')
}

const within = (ranks: readonly number[], most: number) => ranks.filter((rank) => rank <= most).length

/**
 * Returns a generator of numbers from 0 to 1, the same for each seed. It is a linear congruential generator (Numerical
 * Recipes).
 */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}

interface Catalogue {
  /** The drawings of each product's pictures. */
  drawings: string[][]
  appearances: Uint8Array[]
  grounds: string[][]
  /** The first picture of each product that shows its front. */
  fronts: Array<DrawingSpec | undefined>
  msEach: number
}

async function loadCatalogue(): Promise<Catalogue> {
  const catalogue: Catalogue = { drawings: [], appearances: [], grounds: [], fronts: [], msEach: 0 }
  const started = performance.now()
  let pictures = 0
  for (const { images } of generateProducts({ seed: SEED, count: PRODUCTS })) {
    const drawings = images.map(({ spec }) => drawProduct(spec))
    const bytes: Uint8Array[] = []
    for (const drawing of drawings) bytes.push(appearanceBytes(await decodeAppearance(Buffer.from(drawing))))
    pictures += bytes.length
    catalogue.drawings.push(drawings)
    catalogue.fronts.push(images.find(({ spec }) => spec.view === 'front')?.spec)
    catalogue.grounds.push(images.map(({ spec }) => spec.ground))
    catalogue.appearances.push(Buffer.concat(bytes))
  }
  return { ...catalogue, msEach: (performance.now() - started) / pictures }
}

async function measureRanks(catalogue: Catalogue, random: () => number): Promise<Map<Alteration, number[]>> {
  const ranks = new Map<Alteration, number[]>()
  const kinds = Object.keys(alterations) as Alteration[]
  for (let query = 0; query < QUERIES; query++) {
    const product = Math.floor(random() * catalogue.drawings.length)
    const drawn = catalogue.drawings[product] as string[]
    const place = Math.floor(random() * drawn.length)
    const kind = kinds[query % kinds.length] as Alteration
    const photo = await sharp(Buffer.from(drawn[place] as string))
      .resize(800)
      .png()
      .toBuffer()
    const altered = await alterations[kind](photo, catalogue.grounds[product]?.[place] as string, random)
    // The browser sends the description as text in the URL.
    const wanted = wantedOf(writeAppearanceText(appearanceOf(appearanceBytes(await decodeAppearance(altered)))))
    if (!wanted) throw new Error('A picture says nothing.')
    ranks.set(kind, [...(ranks.get(kind) ?? []), rankOf(catalogue, product, wanted)])
  }
  return ranks
}

/** Returns Infinity for a product that is not found. */
function rankOf({ appearances }: Catalogue, product: number, wanted: Wanted): number {
  const away = appearances.map((each) => nearest(wanted, each, 0, each.length))
  const mine = away[product] as number
  return mine < 0 ? Infinity : 1 + away.filter((other) => other >= 0 && other < mine).length
}

/**
 * Searches by the same photos: in full, with the guessed frame, and with a hand-drawn one (each side off by up to 4
 * percent).
 */
async function measureBusy(catalogue: Catalogue, random: () => number): Promise<Map<string, number[]>> {
  const shown = catalogue.fronts.flatMap((spec, product) => (spec ? [{ spec, product }] : []))
  const pick = () => shown[Math.floor(random() * shown.length)] as (typeof shown)[number]
  const ranks = new Map<string, number[]>()
  for (let query = 0; query < BUSY; query++) {
    const { spec, product } = pick()
    const { photo, piece } = await busyPhoto(spec, [pick().spec, pick().spec], random)
    const off = () => 1 + (random() - 0.5) * 0.08
    const byHand = withinPicture({
      left: piece.left + (off() - 1) * piece.width,
      top: piece.top + (off() - 1) * piece.height,
      width: piece.width * off(),
      height: piece.height * off(),
    })
    for (const [framed, frame] of [
      ['without a frame', WHOLE_PICTURE],
      ['with the frame that was found', null],
      ['with a frame by hand', byHand],
    ] as const) {
      const { seen } = await decodePiece(photo, frame)
      const wanted = wantedOf(writeAppearanceText(appearanceOf(appearanceBytes(seen))))
      if (!wanted) throw new Error('A photo says nothing.')
      ranks.set(framed, [...(ranks.get(framed) ?? []), rankOf(catalogue, product, wanted)])
    }
  }
  return ranks
}

/** Builds an index of products that differ a little from those of the catalogue. */
function measureLarge(catalogue: Catalogue, random: () => number) {
  const started = performance.now()
  let bytes = 0
  const index = largeIndex(LARGE, (at) => {
    const like = catalogue.appearances[at % catalogue.appearances.length] as Uint8Array
    const appearances = like.map((value, place) => {
      const field = place % PLACE.bytes
      if (field < PLACE.colours) return value
      return value === 0 ? 0 : Math.max(1, Math.min(255, value + Math.round((random() - 0.5) * 24)))
    })
    bytes += appearances.length
    return { appearances }
  })
  const buildS = (performance.now() - started) / 1_000
  const timed = (looksLike: (at: number) => string | null, { isAskedBefore = false } = {}) => {
    const times: number[] = []
    for (let at = 0; at < TIMED; at++) {
      const query = {
        ...EVERY_PRODUCT,
        sort: 'featured' as const,
        pageSize: 24,
        looksLike: looksLike(at),
        // A different query each time, because answers are cached.
        priceMin: isAskedBefore ? TIMED + at : at,
      }
      // Another page of the same list.
      if (isAskedBefore) index.search({ ...query, page: 2 })
      const asked = performance.now()
      index.search(query)
      times.push(performance.now() - asked)
    }
    return { p50: median(times), p95: percentile(times, 0.95) }
  }
  const textOf = (at: number) => {
    const bytes = catalogue.appearances[(at * 29) % catalogue.appearances.length] as Uint8Array
    return appearanceOf(bytes.subarray(0, PLACE.bytes))
  }
  return {
    buildS,
    mb: bytes / 1_000_000,
    peer: timed(() => null),
    picture: timed((at) => writeAppearanceText(textOf(at))),
    again: timed((at) => writeAppearanceText(textOf(at)), { isAskedBefore: true }),
    colour: timed((at) => textOf(at).colours[0]?.hex.slice(1) ?? '1f2a44'),
  }
}
