import { expect, test } from 'vitest'
import { createClick, createDiscountCode } from '#tests/factories.ts'
import { createSeller, minutesAfter, ORDERED, signal } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { matchOrder, uniteSignals } from './match-order.ts'
import type { Signal } from './store-order.schema.ts'

const database = useTestDatabase()

const match = (partnerId: string, signals: Signal[], codesEarn = false) =>
  database.db.$transaction((tx) => matchOrder(tx, { partnerId, orderedAt: ORDERED, signals, codesEarn }))

test('the best valid level wins, and all other evidence is kept', async () => {
  const { partner, click } = await createSeller(database.db)
  const [one, other] = [await click(), await click()]
  const result = await match(partner.id, [
    signal({ level: 'U', from: 'utm' }),
    signal({ level: 'C', clickId: one.id }),
    signal({ level: 'B', clickId: other.id }),
  ])
  expect(result).toMatchObject({ level: 'B', earns: true, click: { id: other.id } })
  expect(result.evidence.map(({ verdict }) => verdict)).toEqual(['also', 'also', 'hit'])
})

test('the last click before the order wins within a level', async () => {
  const { partner, click } = await createSeller(database.db)
  const clicks = [
    await click(minutesAfter(ORDERED, -90)),
    await click(minutesAfter(ORDERED, -5)),
    await click(minutesAfter(ORDERED, -60)),
  ]
  const result = await match(
    partner.id,
    clicks.map(({ id }) => signal({ clickId: id })),
  )
  expect(result.click?.id).toBe(clicks[1]?.id)
})

test('a repeated click is attributed to the counted one', async () => {
  const { partner, product, click } = await createSeller(database.db)
  const first = await click()
  const repeat = await createClick(database.db, product, {
    clickedAt: minutesAfter(ORDERED, -30),
    isValid: false,
    invalidReason: 'duplicate',
    duplicateOf: first.id,
  })
  const result = await match(partner.id, [signal({ clickId: repeat.id })])
  expect(result).toMatchObject({ level: 'A', click: { id: first.id } })
  expect(result.evidence[0]).toMatchObject({ clickId: repeat.id, leadsTo: first.id })
})

test('a click ID can be in lower case', async () => {
  const { partner, product } = await createSeller(database.db)
  const click = await createClick(database.db, product, {
    id: 'wc_01K9ZZZZZZZZZZZZZZZZZZABCD',
    clickedAt: minutesAfter(ORDERED, -9),
  })
  expect((await match(partner.id, [signal({ clickId: click.id.toLowerCase() })])).click?.id).toBe(click.id)
})

test.each(['rate', 'unknown_user'])(
  'a click that does not count because of %s is still evidence',
  async (invalidReason) => {
    const { partner, product } = await createSeller(database.db)
    const click = await createClick(database.db, product, {
      clickedAt: minutesAfter(ORDERED, -9),
      isValid: false,
      invalidReason,
    })
    expect(await match(partner.id, [signal({ clickId: click.id })])).toMatchObject({
      earns: true,
      click: { id: click.id },
    })
  },
)

test.each(['bot', 'head', 'prefetch', 'self', 'unverified_host'])(
  'rejects a click by %s with a reason',
  async (invalidReason) => {
    const { partner, product } = await createSeller(database.db)
    const click = await createClick(database.db, product, {
      clickedAt: minutesAfter(ORDERED, -9),
      isValid: false,
      invalidReason,
    })
    const result = await match(partner.id, [signal({ clickId: click.id })])
    expect(result).toMatchObject({ level: null, earns: false, click: null })
    expect(result.evidence[0]).toMatchObject({ verdict: 'rejected', reason: expect.stringContaining(invalidReason) })
  },
)

test("rejects unknown and malformed IDs, and late, expired or other stores' clicks", async () => {
  const { partner, click } = await createSeller(database.db)
  const stranger = await createSeller(database.db)
  const reasons = async (clickId: string | null) => (await match(partner.id, [signal({ clickId })])).evidence[0]?.reason
  expect(await reasons(null)).toBe('not a click ID')
  expect(await reasons('wc_short')).toBe('not a click ID')
  expect(await reasons(`wc_${'I'.repeat(26)}`)).toBe('not a click ID')
  expect(await reasons(`wc_${'Z'.repeat(26)}`)).toBe('no click of that id is known')
  expect(await reasons((await stranger.click()).id)).toBe('the click led to another store')
  expect(await reasons((await click(minutesAfter(ORDERED, 3))).id)).toBe('the click came after the order')
  expect(await reasons((await click(minutesAfter(ORDERED, -30 * 1440 - 1))).id)).toBe(
    'the click had expired before the order',
  )
})

test('reveals nothing about another partner’s click', async () => {
  const { partner } = await createSeller(database.db)
  const stranger = await createSeller(database.db)
  const { id } = await stranger.click()
  expect((await match(partner.id, [signal({ clickId: id })])).evidence[0]).toMatchObject({ leadsTo: null })
})

test('accepts a store’s clock that is two minutes behind', async () => {
  const { partner, click } = await createSeller(database.db)
  const { id } = await click(minutesAfter(ORDERED, 2))
  const result = await match(partner.id, [signal({ clickId: id })])
  expect(result.earns).toBe(true)
  expect(result.evidence[0]?.reason).toContain('120 s behind')
})

test('a code earns commission only under a plan that pays for codes, and only until it is retired', async () => {
  const { partner } = await createSeller(database.db)
  await createDiscountCode(database.db, { partnerId: partner.id, code: 'velvet10' })
  await createDiscountCode(database.db, { partnerId: partner.id, code: 'old5', retiredAt: minutesAfter(ORDERED, -1) })
  const code = (text: string) => signal({ level: 'D', from: 'discount code', code: text })
  expect(await match(partner.id, [code('Velvet10 ')], true)).toMatchObject({ level: 'D', earns: true })
  expect(await match(partner.id, [code('VELVET10')])).toMatchObject({ level: 'D', earns: false })
  expect(await match(partner.id, [code('old5')], true)).toMatchObject({ level: null, earns: false })
  expect(await match(partner.id, [code('others')], true)).toMatchObject({ level: null, earns: false })
})

test('UTM parameters alone never earn commission, but an order file does, even with UTM parameters', async () => {
  const { partner } = await createSeller(database.db)
  const utm = signal({ level: 'U', from: 'utm' })
  expect(await match(partner.id, [utm])).toMatchObject({
    level: 'U',
    earns: false,
    // Partners and administrators both read it.
    reason: 'only UTM parameters name WTF, so it only counts if it is confirmed manually',
  })
  expect(await match(partner.id, [utm, signal({ level: 'M', from: 'file' })])).toMatchObject({
    level: 'M',
    earns: true,
  })
})

test('merges signals without duplicates, in a stable order', () => {
  const [a, b, c] = [signal({ text: 'a' }), signal({ level: 'C' }), signal({ level: 'B' })] as const
  expect(uniteSignals([b, a], [c, a])).toEqual(uniteSignals([c], [a, b, b]))
  expect(uniteSignals([b, a], [c, a]).map(({ level }) => level)).toEqual(['A', 'B', 'C'])
})

test('many signals of one source do not displace those of others', () => {
  const many = Array.from({ length: 300 }, (_, index) => signal({ from: 'conversions API', clickId: `a${index}` }))
  const [cart, code] = [signal({ clickId: 'z' }), signal({ level: 'D', from: 'discount code', code: 'z' })]
  const united = uniteSignals(many, [code, cart])
  expect(united).toEqual(expect.arrayContaining([cart, code]))
  expect(united).toHaveLength(22)
  expect(uniteSignals(united, many.toReversed())).toEqual(united)
})
