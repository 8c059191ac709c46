import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { BLUE_PIECE, busyRoom, RED_PIECE } from '#tests/setup/busy-room.ts'
import { decodeAppearance, decodePiece } from './decode-appearance.ts'
import { frameBetween, moved, resized, type Corner } from './frame-moves.shared.ts'
import { MIN_SIDE, surroundings, WHOLE_PICTURE, withinPicture, type Part } from './frame.shared.ts'

const anyNumber = fc.oneof(fc.double(), fc.double({ min: -2, max: 2, noNaN: true }))
const anyPart = fc.record({ left: anyNumber, top: anyNumber, width: anyNumber, height: anyNumber })
const aFrame = anyPart.map(withinPicture)
const aStep = fc.double({ min: -1.5, max: 1.5, noNaN: true })
const A_LITTLE = 1e-9

function expectWithin({ left, top, width, height }: Part) {
  for (const side of [width, height]) expect(side).toBeGreaterThanOrEqual(MIN_SIDE - A_LITTLE)
  for (const from of [left, top]) expect(from).toBeGreaterThanOrEqual(0)
  for (const to of [left + width, top + height]) expect(to).toBeLessThanOrEqual(1 + A_LITTLE)
}

describe('a selected frame', () => {
  test('stays within its image for any numbers', () =>
    fc.assert(fc.property(anyPart, (part) => expectWithin(withinPicture(part)))))
  test('keeps its size when it is moved', () =>
    fc.assert(
      fc.property(aFrame, aStep, aStep, (frame, across, down) => {
        const to = moved(frame, across, down)
        expectWithin(to)
        expect([to.width, to.height]).toEqual([frame.width, frame.height])
      }),
    ))
  test('keeps the corner opposite the dragged one', () =>
    fc.assert(
      fc.property(
        aFrame,
        fc.constantFrom<Corner>('top-left', 'top-right', 'bottom-left', 'bottom-right'),
        aStep,
        aStep,
        (frame, corner, across, down) => {
          const to = resized(frame, corner, across, down)
          expectWithin(to)
          if (corner.endsWith('left')) expect(to.left + to.width).toBeCloseTo(frame.left + frame.width)
          else expect(to.left).toBe(frame.left)
          if (corner.startsWith('top')) expect(to.top + to.height).toBeCloseTo(frame.top + frame.height)
          else expect(to.top).toBe(frame.top)
        },
      ),
    ))
  test('can be drawn between two points in any order', () => {
    const [one, other] = [
      { x: 0.2, y: 0.9 },
      { x: 0.6, y: 0.4 },
    ]
    for (const frame of [frameBetween(one, other), frameBetween(other, one)])
      for (const [name, value] of Object.entries({ left: 0.2, top: 0.4, width: 0.4, height: 0.5 }))
        expect(frame[name as keyof Part]).toBeCloseTo(value)
    expectWithin(frameBetween({ x: -3, y: 0.5 }, { x: 0.5, y: 9 }))
  })
  test('keeps its position when it is described relative to the surrounding region', () =>
    fc.assert(
      fc.property(aFrame, (frame) => {
        const { region, inner } = surroundings(frame)
        expect(region.left + inner.left * region.width).toBeCloseTo(frame.left)
        expect(inner.width * region.width).toBeCloseTo(frame.width)
        expect(region.top + inner.top * region.height).toBeCloseTo(frame.top)
        expect(inner.height * region.height).toBeCloseTo(frame.height)
      }),
    ))
})

/** Returns the overlap of two parts. */
function common(one: Part, other: Part): number {
  const both = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(a + b, c + d) - Math.max(a, c))
  const shared = both(one.left, one.width, other.left, other.width) * both(one.top, one.height, other.top, other.height)
  return shared / (one.width * one.height + other.width * other.height - shared)
}

describe('the item in a selected frame', () => {
  test('is analysed without its surroundings', async () => {
    const photo = await busyRoom()
    const [red, blue] = [(await decodePiece(photo, RED_PIECE)).seen, (await decodePiece(photo, BLUE_PIECE)).seen]
    expect([red.palette[0]!.share, blue.palette[0]!.share].every((share) => share > 0.85)).toBe(true)
    expect([red.palette[0]!.a > 40, blue.palette[0]!.b < -40]).toEqual([true, true])
    for (const { cut, shape } of [red, blue]) expect([cut.ground, shape]).toEqual(['framed', expect.any(Array)])
  })
  test('has the same outline as on a plain background', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#e8dfd0"/><path d="M90 520h260l40 380H50z" fill="#b01b2e"/></svg>`
    const plain = await decodeAppearance(await sharp(Buffer.from(svg)).png().toBuffer())
    const { seen } = await decodePiece(await busyRoom(), RED_PIECE)
    const apart = plain.shape!.reduce((sum, value, at) => sum + Math.abs(value - seen.shape![at]!), 0)
    expect(apart / plain.shape!.length).toBeLessThan(6)
  })
  test('is found without a frame', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#c9b27a"/><rect y="700" width="800" height="300" fill="#604a6a"/><rect width="330" height="700" fill="#9a9a8a"/><path d="M420 420h220l40 380H380z" fill="#b01b2e"/></svg>`
    const { frame, seen } = await decodePiece(await sharp(Buffer.from(svg)).jpeg().toBuffer(), null)
    expect(common(frame, { left: 380 / 800, top: 0.42, width: 300 / 800, height: 0.38 })).toBeGreaterThan(0.6)
    expect(seen.palette[0]!.a).toBeGreaterThan(40)
  })
  test('on a plain background gets a fitting frame, and its colours stay the same', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="#e8dfd0"/><rect x="100" y="50" width="200" height="400" fill="#b01b2e"/></svg>`
    const photo = await sharp(Buffer.from(svg)).png().toBuffer()
    const [found, whole] = [await decodePiece(photo, null), await decodePiece(photo, WHOLE_PICTURE)]
    expect(found.seen.palette).toEqual(whole.seen.palette)
    expect(common(found.frame, { left: 0.25, top: 0.1, width: 0.5, height: 0.8 })).toBeGreaterThan(0.95)
    expect(whole.frame).toEqual(WHOLE_PICTURE)
  })
})
