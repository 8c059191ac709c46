import { afterEach, expect, test, vi } from 'vitest'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { noTaste } from '#server/taste/note-signals.shared.ts'
import { parseTasteText } from '#server/taste/taste.schema.ts'
import { note } from './note.ts'
import { hasTaste, TASTE_KEY } from './taste-key.ts'

const PRODUCT = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Linen dress',
  gender: 'women',
  priceBaseMinor: 6_000,
  category: { name: 'Dresses', slug: 'dresses', parent: null },
  brand: { name: 'Velvet', slug: 'velvet' },
  partner: { id: '00000000-0000-7000-8000-000000000002', businessName: 'Velvet Hanger' },
  colours: ['blue'],
  materials: ['linen'],
  styleTags: null,
} as unknown as ProductDetail

function keep(text: string | null) {
  const kept = new Map(text === null ? [] : [[TASTE_KEY, text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  return () => parseTasteText(kept.get(TASTE_KEY) ?? null)
}

afterEach(() => vi.unstubAllGlobals())

test("stores the shopper's actions on a product page", () => {
  const read = keep(null)
  expect(hasTaste()).toBe(false)
  note(PRODUCT, 'looked')
  note(PRODUCT, 'left')
  note(PRODUCT, 'saved')
  expect(hasTaste()).toBe(true)
  const [piece] = read()!.pieces
  expect(piece).toMatchObject({ id: PRODUCT.id, looks: 1 })
  expect(piece!.facts.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'category: Dresses',
    'brand: Velvet',
    'store: Velvet Hanger',
    'colour: blue',
    'material: linen',
    'price: $50 to $100',
    'audience: women',
  ])
  expect([piece!.savedAt, piece!.leftAt].every((at) => typeof at === 'number')).toBe(true)
  note(PRODUCT, 'not saved')
  expect(read()!.pieces[0]!.savedAt).toBeNull()
})

test('replaces invalid stored data, and works without storage', () => {
  for (const text of ['', '{', 'null', '7', '{"version":1}', '{"version":9,"pieces":[]}']) {
    const read = keep(text)
    note(PRODUCT, 'looked')
    expect(read()?.pieces, text).toHaveLength(1)
  }
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  expect(hasTaste()).toBe(false)
  note(PRODUCT, 'looked')
})

test('stores nothing while switched off, and skips previously known wishlist items', () => {
  const off = JSON.stringify({ ...noTaste(), isOn: false })
  const read = keep(off)
  for (const signal of ['looked', 'left', 'saved', 'stood saved', 'not saved'] as const) note(PRODUCT, signal)
  expect(JSON.stringify(read())).toBe(off)
  const passed = { ...noTaste(), passed: [PRODUCT.id] }
  const readOn = keep(JSON.stringify(passed))
  note(PRODUCT, 'stood saved')
  expect(readOn()).toEqual(passed)
  note(PRODUCT, 'saved')
  expect(readOn()).toMatchObject({ passed: [], pieces: [{ id: PRODUCT.id }] })
  // After a reset while signed out, items of the next wishlist are skipped, but newly saved items are not.
  const next = { ...noTaste(), passesNextWishlist: true }
  const readNext = keep(JSON.stringify(next))
  note(PRODUCT, 'stood saved')
  expect(readNext()).toEqual(next)
  note(PRODUCT, 'saved')
  expect(readNext()).toMatchObject({ passesNextWishlist: true, pieces: [{ id: PRODUCT.id }] })
})
