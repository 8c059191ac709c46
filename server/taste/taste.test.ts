import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bringBack } from './bring-back.shared.ts'
import { believe, decay, factKey, pieceSays } from './believe.shared.ts'
import {
  forgetAll,
  isBlank,
  meetWishlist,
  noTaste,
  noteLeft,
  noteLook,
  noteSaved,
  passWishlist,
  switchFact,
  switchKind,
  switchRecording,
  tidyTaste,
} from './note-signals.shared.ts'
import { MAX_OF_BRAND, rankTaste, SEEN_TOGETHER } from './rank-taste.shared.ts'
import { bandLabel, bandOf, tasteFacts } from './taste-facts.shared.ts'
import { sayReason, tasteRows } from './taste-rows.shared.ts'
import { parseTasteText, type Taste, type TasteFact } from './taste.schema.ts'
import {
  FORGET_DAYS,
  HALF_LIFE_DAYS,
  MAX_FACTS,
  MAX_LOOKS,
  MAX_NOT,
  MAX_PASSED,
  MAX_PIECES,
  MAX_TEXT,
  TASTE_KINDS,
} from './taste.values.ts'

const NOW = Date.UTC(2026, 10, 26)
const DAY = 86_400_000
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const fact = (kind: TasteFact['kind'], key: string): TasteFact => ({ kind, key, label: key })
const product = (n: number, ...facts: TasteFact[]) => ({ id: idOf(n), name: `Piece ${n}`, facts, popularity: 0 })
const dress = [fact('category', 'dresses'), fact('brand', 'velvet')]

const facts = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom(...TASTE_KINDS), n: fc.integer({ min: 0, max: 4 }) }), {
    maxLength: 10,
    selector: ({ kind, n }) => `${kind} ${n}`,
  })
  .map((all) => all.map(({ kind, n }) => fact(kind, `${kind}${n}`)))
const time = fc.option(fc.integer({ min: NOW - 200 * DAY, max: NOW + DAY }), { nil: null })
const tastes: fc.Arbitrary<Taste> = fc.record({
  version: fc.constant(1 as const),
  isOn: fc.constant(true),
  kindsOff: fc.uniqueArray(fc.constantFrom(...TASTE_KINDS), { maxLength: 4 }),
  not: facts,
  passed: fc.constant([]),
  passesNextWishlist: fc.boolean(),
  pieces: fc
    .array(fc.record({ facts, looks: fc.integer({ min: 0, max: 3 }), lookedAt: time, savedAt: time, leftAt: time }), {
      maxLength: 12,
    })
    .map((all) => all.map((piece, n) => ({ ...piece, id: idOf(n), name: `Piece ${n}` }))),
})
const pools = fc
  .array(fc.record({ facts, popularity: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 40 })
  .map((all) => all.map((each, n) => ({ ...each, id: idOf(n) })))

describe('the taste profile', () => {
  test('weights store visits above saves and saves above views, and halves each over the half-life', () => {
    const [looked, saved, left] = [
      noteLook(noTaste(), product(1, ...dress), NOW),
      noteSaved(noTaste(), product(1, ...dress), true, NOW),
      noteLeft(noTaste(), product(1, ...dress), NOW),
    ].map(({ pieces: [piece] }) => piece!)
    expect(pieceSays(left!, NOW)).toBeGreaterThan(pieceSays(saved!, NOW))
    expect(pieceSays(saved!, NOW)).toBeGreaterThan(pieceSays(looked!, NOW))
    for (const piece of [looked!, saved!, left!])
      expect(pieceSays(piece, NOW + HALF_LIFE_DAYS * DAY)).toBeCloseTo(pieceSays(piece, NOW) / 2)
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(decay(Math.max(a, b))).toBeLessThanOrEqual(decay(Math.min(a, b)))
      }),
    )
  })
  test('counts reloads within ten minutes as one view, and ignores views beyond the limit', () => {
    let taste = noteLook(noTaste(), product(1, ...dress), NOW)
    taste = noteLook(taste, product(1, ...dress), NOW + 60_000)
    expect(taste.pieces[0]!.looks).toBe(1)
    for (let n = 1; n < 6; n++) taste = noteLook(taste, product(1, ...dress), NOW + n * DAY)
    expect(taste.pieces[0]!.looks).toBe(MAX_LOOKS)
  })
  test('drops only the save when a product leaves the wishlist', () => {
    const saved = noteSaved(noTaste(), product(1, ...dress), true, NOW)
    expect(noteSaved(saved, product(1, ...dress), false, NOW).pieces).toEqual([])
    const looked = noteLook(noTaste(), product(1, ...dress), NOW)
    const both = noteSaved(looked, product(1, ...dress), true, NOW + 1)
    expect(noteSaved(both, product(1, ...dress), false, NOW + 2)).toEqual(looked)
  })
  test('records nothing while it is off', () => {
    const off = switchRecording(noTaste(), false, [])
    for (const noted of [
      noteLook(off, product(1, ...dress), NOW),
      noteSaved(off, product(1, ...dress), true, NOW),
      noteLeft(off, product(1, ...dress), NOW),
      meetWishlist(off, [idOf(1)], () => product(1, ...dress), NOW),
    ])
      expect(noted.pieces).toEqual([])
  })
  test('limits products and their attributes, and drops old products', () => {
    let taste = noTaste()
    const many = Array.from({ length: MAX_FACTS + 10 }, (_, n) => fact('colour', `c${n}`))
    for (let n = 0; n < MAX_PIECES + 30; n++) taste = noteLook(taste, product(n, ...many), NOW + n)
    expect(taste.pieces).toHaveLength(MAX_PIECES)
    expect(taste.pieces[0]!.facts).toHaveLength(MAX_FACTS)
    // The newest are kept.
    expect(taste.pieces[0]!.id).toBe(idOf(MAX_PIECES + 29))
    expect(tidyTaste(taste, NOW + (FORGET_DAYS + 1) * DAY).pieces).toEqual([])
    expect(JSON.stringify(taste).length).toBeLessThan(1_000_000)
  })
  test('adds saves from other devices, drops removed ones, and does not relearn deleted ones', () => {
    const find = (id: string) => (id === idOf(9) ? undefined : product(Number(id.slice(-2)), ...dress))
    const met = meetWishlist(noTaste(), [idOf(1), idOf(9)], find, NOW)
    expect(met.pieces.map(({ id, savedAt }) => [id, savedAt])).toEqual([[idOf(1), NOW]])
    expect(meetWishlist(met, [idOf(1), idOf(9)], find, NOW + 5)).toBe(met)
    expect(meetWishlist(met, [], find, NOW).pieces).toEqual([])
    const gone = forgetAll(met, [idOf(1)])
    expect(meetWishlist(gone, [idOf(1)], find, NOW).pieces).toEqual([])
    // Saving it again counts.
    expect(noteSaved(gone, product(1, ...dress), true, NOW)).toMatchObject({ passed: [], pieces: [{ savedAt: NOW }] })
    const onAgain = switchRecording(switchRecording(met, false, []), true, [idOf(1), idOf(2)])
    expect(onAgain.passed).toEqual([idOf(2)])
    expect(onAgain.pieces).toEqual(met.pieces)
  })
  test('does not relearn a dropped save as a new one', () => {
    const find = (id: string) => product(Number(id.slice(-4)), ...dress)
    const met = meetWishlist(noTaste(), [idOf(1), idOf(2)], find, NOW)
    const later = NOW + (FORGET_DAYS + 1) * DAY
    const forgotten = tidyTaste(met, later)
    expect(forgotten).toMatchObject({ pieces: [], passed: [idOf(2), idOf(1)] })
    expect(meetWishlist(forgotten, [idOf(1), idOf(2)], find, later).pieces).toEqual([])
    let crowded = met
    for (let n = 0; n < MAX_PIECES; n++) crowded = noteLook(crowded, product(100 + n, ...dress), NOW + 1 + n)
    expect(crowded.passed.toSorted()).toEqual([idOf(1), idOf(2)])
    expect(meetWishlist(crowded, [idOf(1), idOf(2)], find, NOW + DAY)).toBe(crowded)
    fc.assert(
      fc.property(tastes, fc.integer({ min: 0, max: 400 }), (taste, days) => {
        const now = NOW + days * DAY
        const wishlist = taste.pieces.flatMap(({ id, savedAt }) => (savedAt === null ? [] : [id]))
        const tidy = tidyTaste(taste, now)
        const savedAt = new Map(taste.pieces.map((piece) => [piece.id, piece.savedAt]))
        for (const piece of meetWishlist(tidy, wishlist, find, now).pieces)
          expect(piece.savedAt).toBe(savedAt.get(piece.id))
        expect(tidyTaste(tidy, now)).toEqual(tidy)
      }),
    )
    const full = { ...met, passed: Array.from({ length: MAX_PASSED }, (_, n) => idOf(1_000 + n)) }
    const bounded = tidyTaste(full, later).passed
    expect(bounded).toHaveLength(MAX_PASSED)
    expect(bounded.slice(0, 2)).toEqual([idOf(2), idOf(1)])
  })
  test('learns neither deleted items nor saves made while it was off when the user signs in', () => {
    const find = (id: string) => product(Number(id.slice(-2)), ...dress)
    const saved = noteSaved(noTaste(), product(1, ...dress), true, NOW)
    const onAgain = switchRecording(switchRecording(saved, false, null), true, null)
    for (const [taste, counts] of [
      [forgetAll(saved, null), []],
      [onAgain, [idOf(1)]],
    ] as const) {
      expect(isBlank(taste)).toBe(false)
      // No earlier IDs stay on the device.
      expect(taste.passed).toEqual([])
      const met = meetWishlist(taste, [idOf(1), idOf(2)], find, NOW + 1)
      expect(met.pieces.map(({ id }) => id)).toEqual(counts)
      expect(met.passesNextWishlist).toBe(false)
      // Only the next wishlist is excluded; later saves count.
      expect(meetWishlist(met, [idOf(3), idOf(1), idOf(2)], find, NOW + 2).pieces[0]?.id).toBe(idOf(3))
    }
    // The same with an empty wishlist.
    const met = passWishlist(forgetAll(saved, null), [])
    expect(met).toEqual(noTaste())
  })
})

describe('undoing a deletion', () => {
  const tidied = fc
    .tuple(tastes, fc.boolean(), fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 8 }))
    .map(([taste, isOn, passed]): Taste => {
      const tidy = tidyTaste({ ...taste, isOn, passed: passed.map(idOf) }, NOW)
      const saved = new Set(tidy.pieces.flatMap(({ id, savedAt }) => (savedAt === null ? [] : [id])))
      return { ...tidy, passed: tidy.passed.filter((id) => !saved.has(id)) }
    })
  const wishlists = fc.option(
    fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 8 }).map((all) => all.map(idOf)),
    { nil: null },
  )
  test('restores the previous profile if done immediately', () => {
    fc.assert(
      fc.property(tidied, wishlists, (taste, wishlist) => {
        const { passed, ...back } = bringBack(forgetAll(taste, wishlist), taste, NOW)
        const { passed: before, ...rest } = taste
        expect(back).toEqual(rest)
        // Wishlist items that were not recorded stay excluded, because they were there at the deletion.
        expect(passed).toEqual(expect.arrayContaining(before))
      }),
    )
  })
  test('keeps the latest setting and everything recorded since, within the limits', () => {
    fc.assert(
      fc.property(tidied, tidied, (since, deleted) => {
        const back = bringBack(since, deleted, NOW)
        expect(back.isOn).toBe(since.isOn)
        expect(new Set(back.pieces.map(({ id }) => id))).toEqual(
          new Set([...since.pieces, ...deleted.pieces].map(({ id }) => id)),
        )
        for (const piece of [...since.pieces, ...deleted.pieces]) {
          const found = back.pieces.find(({ id }) => id === piece.id)!
          expect(found.looks).toBeGreaterThanOrEqual(piece.looks)
          for (const at of ['lookedAt', 'savedAt', 'leftAt'] as const)
            expect(found[at] ?? 0).toBeGreaterThanOrEqual(piece[at] ?? 0)
          expect(found.savedAt !== null && back.passed.includes(found.id)).toBe(false)
        }
        for (const each of [...since.not, ...deleted.not]) expect(back.not.map(factKey)).toContain(factKey(each))
        expect(back.kindsOff).toEqual(expect.arrayContaining([...since.kindsOff, ...deleted.kindsOff]))
        expect(parseTasteText(JSON.stringify(back))).toEqual(back)
      }),
    )
  })
  test('does not switch a switched-off profile on again', () => {
    const taste = noteLook(noTaste(), product(1, ...dress), NOW)
    const off = switchRecording(forgetAll(taste, null), false, null)
    expect(bringBack(off, taste, NOW)).toEqual({ ...taste, isOn: false })
  })
})

describe('the stored taste profile', () => {
  test('round-trips for any profile', () => {
    fc.assert(
      fc.property(tastes, (taste) => {
        expect(parseTasteText(JSON.stringify(taste))).toEqual(taste)
      }),
    )
  })
  test('loses only the damaged parts, and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseTasteText(text)))
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseTasteText(text)).toBeNull()
      }),
    )
    const good = noteLook(noTaste(), product(1, ...dress), NOW)
    const broken = { ...good, pieces: [7, { id: 'x' }, ...good.pieces], not: [null], kindsOff: ['nonsense', 'brand'] }
    expect(parseTasteText(JSON.stringify(broken))).toEqual({ ...good, kindsOff: ['brand'] })
    expect(parseTasteText(JSON.stringify({ ...good, version: 2 }))).toBeNull()
    const { passesNextWishlist, ...older } = good
    expect(passesNextWishlist).toBe(false)
    expect(parseTasteText(JSON.stringify(older))).toEqual(good)
    expect(parseTasteText(null)).toBeNull()
  })
  test('is subject to the same limits as new data', () => {
    const long = (length: number) => Array.from({ length }, (_, n) => fact('colour', `c${n}`))
    const read = (change: Partial<Taste>) => parseTasteText(JSON.stringify({ ...noTaste(), ...change }))!
    const piece = { ...product(1, ...long(MAX_FACTS)), looks: MAX_LOOKS, lookedAt: NOW, savedAt: null, leftAt: null }
    const pieces = Array.from({ length: MAX_PIECES + 1 }, (_, n) => ({ ...piece, id: idOf(n) }))
    expect(read({ pieces }).pieces).toHaveLength(MAX_PIECES)
    expect(read({ pieces: [{ ...piece, facts: long(MAX_FACTS + 1) }] }).pieces).toEqual([])
    expect(read({ pieces: [{ ...piece, looks: MAX_LOOKS + 1 }] }).pieces).toEqual([])
    expect(read({ not: long(MAX_NOT + 1) }).not).toHaveLength(MAX_NOT)
    expect(read({ not: [fact('brand', 'x'.repeat(MAX_TEXT))] }).not).toHaveLength(1)
    expect(read({ not: [fact('brand', 'x'.repeat(MAX_TEXT + 1))] }).not).toEqual([])
    expect(read({ passed: Array.from({ length: MAX_PASSED + 1 }, (_, n) => idOf(n)) }).passed).toHaveLength(MAX_PASSED)
    expect(read({ kindsOff: [...TASTE_KINDS] }).kindsOff).toEqual([...TASTE_KINDS])
  })
})

describe('attributes', () => {
  test('are unique and short, and come from the product, without "multi" as a colour', () => {
    const facts = tasteFacts({
      category: { slug: 'dresses', name: 'Dresses' },
      brand: { slug: 'velvet', name: 'Velvet' },
      store: { id: idOf(1), name: 'x'.repeat(200) },
      colours: ['Green', 'green ', 'multi'],
      materials: ['linen'],
      styles: ['', 'minimal'],
      audience: 'unisex',
      band: bandOf(7_000),
    })
    expect(facts.map(factKey)).toEqual([
      'category dresses',
      'brand velvet',
      `store ${idOf(1)}`,
      'colour green',
      'material linen',
      'style minimal',
      'price 2',
    ])
    expect(facts.every(({ label }) => label.length <= MAX_TEXT)).toBe(true)
  })
  test('have price bands without gaps', () => {
    expect([0, 2_499, 2_500, 79_999, 80_000].map((minor) => bandLabel(bandOf(minor)))).toEqual([
      'Under $25',
      'Under $25',
      '$25 to $50',
      '$400 to $800',
      '$800 or more',
    ])
  })
})

describe('the ranking by taste', () => {
  test('selects each product once from the pool, in a stable order, without switched-off attributes', () => {
    fc.assert(
      fc.property(tastes, pools, (taste, pool) => {
        const picks = rankTaste(taste, pool, NOW)
        const ids = picks.map(({ product: { id } }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => pool.some((each) => each.id === id))).toBe(true)
        expect(rankTaste(taste, pool, NOW)).toEqual(picks)
        const not = new Set(taste.not.map(factKey))
        for (const { reason, kinds, product: shown, score } of picks) {
          expect(score).toBeGreaterThan(0)
          expect(taste.kindsOff.filter((kind) => kinds.includes(kind))).toEqual([])
          for (const each of [reason.fact, ...(reason.also ? [reason.also] : [])]) {
            expect(taste.kindsOff).not.toContain(each.kind)
            expect(not.has(factKey(each))).toBe(false)
            expect(shown.facts.map(factKey)).toContain(factKey(each))
          }
          expect(
            shown.facts.some((each) => ['category', 'brand', 'store'].includes(each.kind) && not.has(factKey(each))),
          ).toBe(false)
          const met = taste.pieces.find(({ id }) => id === shown.id)
          expect(met === undefined || (met.savedAt === null && met.leftAt === null && met.looks < MAX_LOOKS)).toBe(true)
        }
        for (const { rows, first } of [tasteRows(picks, believe(taste, NOW))]) {
          const shown = [...first, ...rows.flatMap((row) => row.picks)].map(({ product: { id } }) => id)
          expect(new Set(shown).size).toBe(shown.length)
        }
      }),
    )
  })
  test('starts with the product that has the most reasons, and shows them', () => {
    const met = [fact('category', 'dresses'), fact('material', 'linen'), fact('colour', 'navy')]
    const taste = noteSaved(noTaste(), product(90, ...met), true, NOW)
    const pool = [
      product(1, fact('category', 'coats'), fact('material', 'wool')),
      product(2, fact('category', 'coats'), fact('colour', 'navy')),
      product(3, fact('category', 'dresses'), fact('material', 'linen')),
    ]
    const picks = rankTaste(taste, pool, NOW)
    expect(picks.map(({ product: { id } }) => id)).toEqual([idOf(3), idOf(2)])
    expect(picks.map(({ reason }) => sayReason(reason))).toEqual([
      'Because you saved linen dresses',
      'In navy, like items you saved',
    ])
    const without = switchKind(taste, 'material', false)
    expect(rankTaste(without, pool, NOW).map(({ reason }) => sayReason(reason))[0]).toBe('Because you saved dresses')
    expect(rankTaste(switchFact(taste, met[0]!, false), pool, NOW).map(({ product: { id } }) => id)).toEqual([idOf(2)])
    expect(switchFact(switchFact(taste, met[0]!, false), met[0]!, true)).toEqual(taste)
  })
  test('shows a brand at most three times among twelve products while there are others', () => {
    const taste = noteLeft(noTaste(), product(999, ...dress, fact('colour', 'navy')), NOW)
    const pool = [
      ...Array.from({ length: 20 }, (_, n) => product(n, ...dress, fact('colour', 'navy'))),
      ...Array.from({ length: 20 }, (_, n) => product(20 + n, fact('brand', `other${n}`), fact('colour', 'navy'))),
      product(50, fact('brand', 'stranger')),
    ]
    const picks = rankTaste(taste, pool, NOW)
    expect(picks).toHaveLength(40)
    const first = picks
      .slice(0, SEEN_TOGETHER)
      .filter(({ product: { facts } }) => facts.some(({ key }) => key === 'velvet'))
    expect(first).toHaveLength(MAX_OF_BRAND)
    expect(sayReason(picks[0]!.reason)).toBe('Because you clicked through to navy dresses')
  })
  test('is empty without a profile, and when it is switched off', () => {
    const pool = [product(1, ...dress)]
    expect(rankTaste(noTaste(), pool, NOW)).toEqual([])
    const taste = noteLook(noTaste(), product(2, ...dress), NOW)
    expect(rankTaste(taste, pool, NOW)).toHaveLength(1)
    expect(rankTaste(switchRecording(taste, false, []), pool, NOW)).toEqual([])
    expect([isBlank(noTaste()), isBlank(taste)]).toEqual([true, false])
  })
})
