import { describe, expect, test } from 'vitest'
import { generateProducts } from '#demo/catalogue/generate-products.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { labDistance, labOfHex, type Lab } from '../lab.shared.ts'
import { decodeAppearance } from './decode-appearance.ts'

const JEWELLERY = ['ring', 'necklace', 'earrings', 'bracelet', 'watch']
const PALE = '#e6dfd2'
const lab = (hex: string): Lab => labOfHex(hex)!

/** Returns a drawing on a background that is lit from above, as in a studio. */
const lit = (body: string, ground = PALE) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><defs>
    <radialGradient id="g" cx=".5" cy=".4" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".25"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></radialGradient>
    <linearGradient id="folds" spreadMethod="repeat" x2=".2"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
    <rect width="800" height="1000" fill="${ground}"/><rect width="800" height="1000" fill="url(#g)"/>${body}</svg>`,
  )
const coloursOf = async (picture: Buffer) => (await decodeAppearance(picture)).palette

describe('the main colour', () => {
  test.each([
    ['gold on pale', '#b8862f', PALE],
    ['silver on dark', '#c6c9cc', '#3d2f3f'],
    ['steel on pale', '#5f6368', PALE],
  ])('of a thin ring is the colour of the ring: %s', async (_, colour, ground) => {
    for (const width of [24, 40]) {
      const ring = `<circle cx="400" cy="520" r="230" fill="none" stroke="${colour}" stroke-width="${width}"/>`
      const [first] = await coloursOf(lit(ring, ground))
      expect(labDistance(first!, lab(colour)), `${width} wide`).toBeLessThan(8)
    }
  })

  test('of a bag is not the background inside its handle', async () => {
    const bag = `<path d="M240 480h320v320H240z" fill="#7a2230"/><path d="M290 480c0-260 220-260 220 0" fill="none" stroke="#7a2230" stroke-width="26"/>`
    const palette = await coloursOf(lit(bag))
    expect(palette.filter((colour) => labDistance(colour, lab(PALE)) < 15)).toEqual([])
  })

  test('of a white shirt on white is white, even with a dark print', async () => {
    const outline = 'M250 220h300l120 130-70 70-50-40v420H250V380l-50 40-70-70z'
    const shirt = `<path d="${outline}" fill="#ece6da" stroke="#8d877b" stroke-width="18"/><path d="${outline}" fill="url(#folds)" opacity=".1"/>
      <path d="M300 470h200v170H300z" fill="#1c1c1e"/>`
    const [first] = await coloursOf(lit(shirt))
    expect(first!.l).toBeGreaterThan(80)
  })

  test('of demo jewellery is mistaken for the background colour in at most 8% of cases', async () => {
    const specs = [...generateProducts({ seed: 1, count: 1200 })].flatMap(({ images: [image] }) =>
      image && JEWELLERY.includes(image.spec.kind) ? [image.spec] : [],
    )
    const chosen = specs.slice(0, 40)
    expect(chosen.length).toBeGreaterThan(30)
    const wrong = []
    for (const spec of chosen) {
      const [first] = await coloursOf(Buffer.from(drawProduct(spec)))
      const toGround = labDistance(first!, lab(spec.ground))
      if (toGround < 12 && toGround < labDistance(first!, lab(spec.colour))) wrong.push(spec)
    }
    expect(wrong.length / chosen.length).toBeLessThanOrEqual(0.08)
  }, 60_000)
})
