import sharp from 'sharp'
import type { DrawingSpec } from '#demo/demo.types.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { KINDS } from '#demo/drawings/kinds.ts'
import { drawGround, groundFor } from '#demo/drawings/stage.ts'
import type { Part } from '#server/media/appearance/frame.shared.ts'

const [WIDTH, HEIGHT] = [900, 1200]
/** The size of a cut-out drawing. */
const CUT = { width: 600, height: 750 }
/** The distances from the background colour at which a pixel is half and fully part of the garment. */
const [HALF, FULL] = [10, 34]

/** A photo of a garment in a room with other things, and the garment's position. */
export interface BusyPhoto {
  photo: Buffer
  piece: Part
}

/**
 * Places a garment from the catalogue in a room, with walls in several colours, things of all shapes, and two other
 * garments beside it. Returns a small JPEG, as phones send.
 * @param others the garments beside it
 */
export async function busyPhoto(
  spec: DrawingSpec,
  others: readonly DrawingSpec[],
  random: () => number,
): Promise<BusyPhoto> {
  const between = (from: number, to: number) => from + random() * (to - from)
  const colour = () =>
    `hsl(${Math.floor(random() * 360)} ${Math.floor(between(10, 65))}% ${Math.floor(between(18, 85))}%)`
  let room = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour()}"/><rect y="${Math.round(between(700, 1000))}" width="${WIDTH}" height="600" fill="${colour()}"/>`
  for (let at = 0; at < 16; at++) {
    const [x, y, w, h] = [between(-80, WIDTH), between(-80, HEIGHT), between(60, 380), between(60, 420)].map(Math.round)
    room +=
      random() < 0.6
        ? `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour()}" transform="rotate(${Math.round(between(-20, 20))} ${x} ${y})"/>`
        : `<ellipse cx="${x}" cy="${y}" rx="${w! / 2}" ry="${h! / 2}" fill="${colour()}"/>`
  }
  const layers = []
  for (const other of others) {
    const cut = await cutPiece(other)
    const height = Math.round(between(0.2, 0.32) * HEIGHT)
    const input = await sharp(cut).resize({ height }).png().toBuffer()
    const { width = 0 } = await sharp(input).metadata()
    const [left, top] = [
      Math.round(random() * (WIDTH - Math.min(WIDTH, width))),
      Math.round(random() * (HEIGHT - height)),
    ]
    layers.push({ input, left, top })
  }
  const height = Math.round(between(0.4, 0.65) * HEIGHT)
  const piece = await sharp(await cutPiece(spec))
    .resize({ height, width: Math.round(WIDTH * 0.8), fit: 'inside' })
    .png()
    .toBuffer()
  const { width: w = 0, height: h = 0 } = await sharp(piece).metadata()
  const [left, top] = [Math.round(between(0.05, 0.95) * (WIDTH - w)), Math.round(between(0.05, 0.95) * (HEIGHT - h))]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${room}</svg>`
  const photo = await sharp(Buffer.from(svg))
    .blur(2)
    .composite([...layers, { input: piece, left, top }])
    .removeAlpha()
    .png()
    .toBuffer()
  const gain = between(0.88, 1.12)
  return {
    photo: await sharp(photo).linear(gain, 0).jpeg({ quality: 70 }).toBuffer(),
    piece: { left: left / WIDTH, top: top / HEIGHT, width: w / WIDTH, height: h / HEIGHT },
  }
}

/** Returns the garment of a drawing without its background, trimmed. */
async function cutPiece(spec: DrawingSpec): Promise<Buffer> {
  const { rest } = KINDS[spec.kind]
  const pixelsOf = (svg: string) => sharp(Buffer.from(svg)).resize(CUT.width, CUT.height).removeAlpha().raw().toBuffer()
  const ground = drawGround(groundFor(spec.ground, spec.colour), 1_200, 1_500, rest, spec.kind)
  const [drawn, bare] = [
    await pixelsOf(drawProduct(spec)),
    await pixelsOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1500" width="1200" height="1500">${ground}</svg>`,
    ),
  ]
  const cut = Buffer.alloc(CUT.width * CUT.height * 4)
  for (let at = 0; at < CUT.width * CUT.height; at++) {
    let off = 0
    for (let channel = 0; channel < 3; channel++) {
      cut[at * 4 + channel] = drawn[at * 3 + channel]!
      off += Math.abs(drawn[at * 3 + channel]! - bare[at * 3 + channel]!)
    }
    cut[at * 4 + 3] = off < HALF ? 0 : off < FULL ? 128 : 255
  }
  const raw = { width: CUT.width, height: CUT.height, channels: 4 } as const
  return sharp(cut, { raw }).trim({ background: '#00000000', threshold: 1 }).png().toBuffer()
}
