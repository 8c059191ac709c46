// node scripts/draw-partner-film.ts: regenerates public/films, the rail on the partners' sign-up and sign-in pages; run
// it when demo/drawings or scripts/film change. It takes about a minute. The H.264 film needs a Chromium that
// encodes it (Debian's does).
import fs from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { TileSpec } from '#demo/drawings/draw-brand.ts'
import { drawPiece } from '#demo/drawings/draw-product.ts'
import type { Pen } from '#demo/drawings/pen.ts'
import { chromiumOptions } from './chromium.ts'
import type { Hung, Scene, Sewn } from './film/browser/rail.ts'
import type { Format, shoot } from './film/browser/shoot.ts'
import { writeMp4 } from './film/mp4.ts'

const INK = '#0c0b0a'
const SIZE = 960
const FRAMES_PER_SECOND = 30
/** The margin around a drawing, in the drawing's units. */
const EDGE = 8

function penFor(piece: Omit<TileSpec, 'ground'>, name: string): Pen {
  return drawPiece(piece.kind, { ...piece, ground: INK, back: false, close: false }, name)
}

function hung(x: number, piece: Omit<TileSpec, 'ground'>, hook: number | null = null): Hung {
  const { art, defs, box } = penFor(piece, 'p').finish()
  const [left, top] = [box.x0 - EDGE, box.y0 - EDGE]
  const [width, height] = [box.x1 + EDGE - left, box.y1 + EDGE - top]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"><defs>${defs}</defs>${art}</svg>`
  return { x, svg, left, top, width, height, hook }
}

/** Returns the outer panels of a piece, without its colours. */
function sewn(x: number, piece: Omit<TileSpec, 'ground'>): Sewn {
  const { defs, shape } = penFor(piece, 's').finish()
  const outlines = new Map([...defs.matchAll(/<path id="([^"]+)" d="([^"]+)"\/>/g)].map(([, id, d]) => [id, d]))
  const panels = [...shape.matchAll(/href="#([^"]+)"(?: transform="matrix\(([^)]+)\)")?/g)].map(([, id, matrix]) => ({
    outline: outlines.get(id) ?? '',
    matrix: matrix?.split(' ').map(Number) ?? null,
  }))
  return { x, panels }
}

const scene: Scene = {
  size: SIZE,
  frames: 12 * FRAMES_PER_SECOND,
  period: 1440,
  periodBehind: 720,
  scale: 0.52,
  ground: INK,
  thread: '#f5c518',
  hung: [
    hung(1075, { kind: 'coat', colour: '#8f3b2e', accent: '#2b1a15', pattern: 'plain', variant: 2 }),
    hung(1275, { kind: 'coat', colour: '#d2c1a1', accent: '#6d4a2f', pattern: 'plain', variant: 1 }),
    hung(128, { kind: 'maxi-dress', colour: '#e8dfce', accent: '#a34a30', pattern: 'floral', variant: 1 }),
    hung(812, { kind: 'dress', colour: '#3d6b80', accent: '#e9dcc6', pattern: 'plain', variant: 1 }, 150),
  ],
  sewn: sewn(488, { kind: 'dress', colour: '#3a352f', accent: '#222222', pattern: 'plain', variant: 0 }),
}
const films: { name: string; codec: 'avc1' | 'vp09'; format: Format }[] = [
  {
    name: 'rail.vp9.mp4',
    codec: 'vp09',
    format: { codec: 'vp09.00.31.08', framesPerSecond: FRAMES_PER_SECOND, quality: { quantizer: 118 } },
  },
  {
    name: 'rail.mp4',
    codec: 'avc1',
    format: { codec: 'avc1.64001f', framesPerSecond: FRAMES_PER_SECOND, quality: { bitrate: 245_000 } },
  },
]
/** Version 1, no flags; profile 0, level 3.1, 8 bits, 4:2:0, limited range, BT.709. */
const VP9_SETTINGS = Buffer.from([1, 0, 0, 0, 0, 31, 0x82, 1, 1, 1, 0, 0])

const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()
// Serves an https page, because only secure pages may encode. Sends no request over the network.
await page.route('https://film.invalid/**', async (route) => {
  const name = path.basename(new URL(route.request().url()).pathname)
  if (!name.endsWith('.ts')) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  const source = await fs.readFile(path.join(import.meta.dirname, 'film/browser', name), 'utf8')
  return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
})
await page.goto('https://film.invalid/')
const { still, reels } = await page.evaluate(
  async ([scene, formats]) => {
    const at = '/shoot.ts'
    const camera = (await import(at)) as { shoot: typeof shoot }
    return camera.shoot(scene, formats)
  },
  [scene, films.map(({ format }) => format)] as const,
)
await browser.close()

const folder = path.resolve(import.meta.dirname, '../public/films')
await fs.mkdir(folder, { recursive: true })
const toBytes = (base64: string) => Buffer.from(base64, 'base64')
await sharp(toBytes(still.slice(still.indexOf(',') + 1)))
  .webp({ quality: 76, effort: 6 })
  .toFile(path.join(folder, 'rail.webp'))
for (const [at, { name, codec }] of films.entries()) {
  const reel = reels[at]
  if (!reel) continue
  const film = writeMp4({
    codec,
    settings: reel.settings === null ? VP9_SETTINGS : toBytes(reel.settings),
    width: SIZE,
    height: SIZE,
    framesPerSecond: FRAMES_PER_SECOND,
    samples: reel.samples.map(({ bytes, isKey }) => ({ bytes: toBytes(bytes), isKey })),
  })
  await fs.writeFile(path.join(folder, name), film)
}
