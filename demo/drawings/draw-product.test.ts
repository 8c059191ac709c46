import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { GARMENT_KINDS, PATTERNS, VIEWS, type DrawingSpec } from '../demo.types.ts'
import { drawEmpty, drawHero, drawLogo, drawTile } from './draw-brand.ts'
import { drawProduct } from './draw-product.ts'

const SPEC: DrawingSpec = {
  kind: 'coat',
  view: 'front',
  colour: '#8a4b3a',
  accent: '#e8d8b0',
  pattern: 'plain',
  ground: '#d8cfc0',
  variant: 0,
}
const PALETTE = { grounds: ['#d8cfc0', '#2f3b45'], ink: '#22201d', accent: '#b5543c' }
const LIMIT = 64 * 1024

/** Reports unclosed tags, unquoted attributes, duplicate IDs and broken references. */
function problemsOf(svg: string): string[] {
  const problems: string[] = []
  const open: string[] = []
  for (const [, close, name, attributes, self] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close) {
      if (open.pop() !== name) problems.push(`</${name}> closes another`)
    } else if (!self && attributes !== undefined) open.push(name ?? '')
  }
  if (open.length > 0) problems.push(`open: ${open.join(' ')}`)
  if (svg.replace(/<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<]*")*)\s*(\/?)>/g, '').trim() !== '')
    problems.push('text between tags')
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((m) => m[1] ?? '')
  if (new Set(ids).size !== ids.length) problems.push('an id twice')
  const known = new Set(ids)
  for (const [, a, b] of svg.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g))
    if (!known.has(a ?? b ?? '')) problems.push(`nothing called ${a ?? b}`)
  if (/NaN|undefined|null|Infinity|\[object/.test(svg)) problems.push('not a number')
  return problems
}

describe('drawProduct', () => {
  test.each(GARMENT_KINDS)('draws %s in every view, in several patterns and variants', (kind) => {
    for (const view of VIEWS)
      for (const variant of [0, 1, 2, 3, 6])
        for (const pattern of ['plain', PATTERNS[(variant + 1) % PATTERNS.length] ?? 'dot'] as const) {
          const spec: DrawingSpec = { ...SPEC, kind, view, variant, pattern }
          const svg = drawProduct(spec)
          expect(problemsOf(svg), `${view} ${variant} ${pattern}`).toEqual([])
          expect(
            svg.startsWith(
              '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1500" width="1200" height="1500">',
            ),
          ).toBe(true)
          expect(svg.length).toBeLessThan(LIMIT)
          expect(drawProduct({ ...spec })).toBe(svg)
        }
  })

  test('draws each pattern, including in black and white', () => {
    for (const pattern of PATTERNS)
      for (const colour of ['#000000', '#ffffff']) {
        expect(problemsOf(drawProduct({ ...SPEC, kind: 'dress', pattern, colour }))).toEqual([])
      }
  })

  test('draws different pictures for different specs', () => {
    const specs: DrawingSpec[] = [
      ...GARMENT_KINDS.map((kind) => ({ ...SPEC, kind })),
      ...VIEWS.slice(1).map((view) => ({ ...SPEC, view })),
      ...PATTERNS.slice(1).map((pattern) => ({ ...SPEC, pattern })),
      ...[1, 2, 3].map((variant) => ({ ...SPEC, variant })),
      { ...SPEC, colour: '#3a5a8a' },
      { ...SPEC, accent: '#22304f' },
      { ...SPEC, ground: '#2f3b45' },
    ]
    expect(new Set(specs.map(drawProduct)).size).toBe(specs.length)
  })

  test('can be rasterised', async () => {
    for (const kind of ['dress', 'trainer', 'ring'] as const) {
      const { width, height, channels } = await sharp(Buffer.from(drawProduct({ ...SPEC, kind, view: 'styled' })))
        .resize(240)
        .png()
        .toBuffer({ resolveWithObject: true })
        .then(({ info }) => info)
      expect([width, height, channels >= 3]).toEqual([240, 300, true])
    }
  })
})

describe('store drawings', () => {
  test('draws a different logo for each key', () => {
    const keys = [...Array(14).keys()].map((i) => `brand-${i}`)
    const marks = keys.map((key) => drawLogo(key, PALETTE))
    for (const svg of marks) expect(problemsOf(svg)).toEqual([])
    expect(new Set(marks).size).toBe(keys.length)
    expect(marks[0]).not.toContain('<text')
  })

  test('draws hero images with one to five items', () => {
    const pieces = (['coat', 'tote', 'boot', 'scarf', 'belt'] as const).map((kind) => ({
      kind,
      colour: SPEC.colour,
      accent: SPEC.accent,
      pattern: 'plain' as const,
      variant: 1,
    }))
    for (let n = 1; n <= pieces.length; n++) {
      const svg = drawHero('brand', PALETTE, pieces.slice(0, n))
      expect(problemsOf(svg)).toEqual([])
      expect(svg).toContain('viewBox="0 0 2000 1125"')
    }
  })

  test('draws category images and empty states', () => {
    for (const kind of GARMENT_KINDS) expect(problemsOf(drawTile({ ...SPEC, kind }))).toEqual([])
    for (const scene of ['no-results', 'empty-store', 'not-found', 'error'] as const)
      expect(problemsOf(drawEmpty(scene))).toEqual([])
  })

  test('draws empty states in theme colours, except for the accent', () => {
    for (const scene of ['no-results', 'empty-store', 'not-found', 'error'] as const) {
      const shapes = drawEmpty(scene).replace(/ style="[^"]*"/, '')
      expect(new Set(shapes.match(/#[0-9a-f]{6}/g))).toEqual(new Set(['#f5c518']))
    }
  })
})
