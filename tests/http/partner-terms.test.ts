import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const SETTINGS = '/brand/dashboard/settings'
const TERMS = ['Click window', 'Lock period', 'Discount codes', 'Commission due', 'Currency']

async function owner(given: object = {}) {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, {
    businessName: `Brand ${randomBytes(6).toString('hex')}`,
    ownerId: id,
    createdAt: new Date('2020-01-01'),
    ...given,
  })
  return { partner, visitor: await shop.visitorAs(id) }
}
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)
const currencyOf = async (id: string) => (await shop.db.partner.findUniqueOrThrow({ where: { id } })).currency

/** Creates a plan with these terms that no partner accepts automatically. */
async function createPlan(lockDays: number, codesEarn: boolean, rateBps: number) {
  const id = crypto.randomUUID()
  return shop.db.commissionPlan.create({
    data: {
      id,
      name: `Plan ${id.slice(0, 8)}`,
      version: 1,
      basis: 'sales_value',
      currency: 'GBP',
      lockDays,
      codesEarn,
      tiers: { create: { name: 'All', fromValue: 0, upTo: null, rateBps } },
    },
  })
}

describe('the terms of a plan', () => {
  test('are shown on Sales and on Billing, even before the first sale', async () => {
    const { partner, visitor } = await owner()
    const plan = await createPlan(45, true, 1_200)
    await shop.db.partnerAgreement.create({
      data: { partnerId: partner.id, planId: plan.id, termsVersion: '2026-11-21' },
    })
    for (const path of ['/brand/dashboard/sales', `${SETTINGS}/billing`]) {
      const page = await visitor.open(path)
      expect([path, page.texts('main dt').filter((name) => TERMS.includes(name))]).toEqual([path, TERMS])
      for (const text of [
        '30 days. An order counts if',
        '45 days after payment',
        'You owe commission on orders with one of your WTF codes',
        'At the start of each month, we invoice the sales confirmed in the previous month.',
        'The invoice is due on the 15th of the same month.',
        'Sales in other currencies count at their value in GBP.',
        'when we record their payment, at our latest exchange rate',
        '12%',
      ])
        expect(page.text()).toContain(text)
    }
  })

  test("also show the first tier limit in the store's currency", async () => {
    const { visitor } = await owner({ currency: 'EUR' })
    const page = await visitor.open(`${SETTINGS}/billing`)
    expect(page.text('#plan')).toMatch(/At our rate of \d+ \w+ \d{4}, £25,000 is about €\d\d,\d{3}\./)
  })

  test('are compared with the current terms in an offer', async () => {
    const { partner, visitor } = await owner()
    const [now, offered] = [await createPlan(45, true, 1_200), await createPlan(14, true, 700)]
    await shop.db.partnerAgreement.create({
      data: { partnerId: partner.id, planId: now.id, termsVersion: '2026-11-21' },
    })
    await shop.db.planOffer.create({ data: { partnerId: partner.id, planId: offered.id, fromAt: new Date() } })
    const page = await visitor.open(`${SETTINGS}/billing`)
    const rows = page.all('#offer tbody tr').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Monthly sales and ratesChanges', 'From £0: 12%', 'From £0: 7%'],
      ['Click windowNo change', '30 days', '30 days'],
      ['Lock periodChanges', '45 days after payment', '14 days after payment'],
      ['Discount codesNo change', 'Commission, even without a click', 'Commission, even without a click'],
      ['Commission dueNo change', ...Array<string>(2).fill('The 15th of the month after confirmation')],
      ['CurrencyNo change', 'GBP', 'GBP'],
    ])
    expect(page.text('#offer')).toContain('We convert sales in other currencies when we record their payment')
  })
})

test('a store sets its own returns period, and shoppers see it', async () => {
  const { partner, visitor } = await owner()
  const { id: productId } = await createProduct(shop.db, { partnerId: partner.id, createdAt: new Date('2020-01-01') })
  const page = await visitor.open(`${SETTINGS}/store`)
  const wrong = await page.press('Save policies', { 'Returns period in days': '400' })
  expect(wrong.descriptionOf('Returns period in days')).toContain('At most 365 days')
  await wrong.press('Save policies', { 'Returns period in days': '21', 'Returns policy': 'Unworn, please.' })
  for (const path of [`/product/${productId}`, `/brand/${partner.id}`])
    expect((await shop.visitor().open(path)).text()).toContain('Returns within 21 days. Unworn, please.')
})

describe('the currency', () => {
  test('is shown in the settings, and can be changed there until the first sale', async () => {
    const { partner, visitor } = await owner({ currency: 'GBP', country: 'DE' })
    await createProduct(shop.db, { partnerId: partner.id, currency: 'GBP', createdAt: new Date('2020-01-01') })
    const page = await visitor.open(SETTINGS)
    expect(page.texts('dd')).toEqual(expect.arrayContaining(['Germany', 'GBP']))
    expect(page.text()).toContain('We do not convert or relabel prices. Your 1 product and')
    const changed = await page.press('Change currency', { 'New currency': 'EUR' })
    expect(await currencyOf(partner.id)).toBe('EUR')
    expect(changed.text()).toContain('Not in EUR: 1 product in GBP.')
    await createSaleAndInvoice(shop.db, partner.id)
    const later = await visitor.open(SETTINGS)
    expect(later.hasButton('Change currency')).toBe(false)
    expect(later.text()).toContain('only our team can change your currency')
    const late = await visitor.open(`${SETTINGS}?index`, {
      method: 'POST',
      body: new URLSearchParams({ form: 'currency', currency: 'USD', from: 'EUR' }),
    })
    expect(late.status).toBe(409)
    expect(await currencyOf(partner.id)).toBe('EUR')
  })

  test('can be changed after the first sale by an administrator, who sees the consequences', async () => {
    const { partner } = await owner({ currency: 'GBP' })
    await createSaleAndInvoice(shop.db, partner.id)
    const page = await (await admin()).open(`/admin/partners/${partner.id}`)
    expect(page.text()).toContain('all existing sales and invoices keep their currency')
    const done = await page.press('Change currency', {
      'New currency': 'EUR',
      'Reason, for the audit log': 'They moved.',
    })
    expect(await currencyOf(partner.id)).toBe('EUR')
    expect(done.text()).toContain('Currency changed')
  })
})

test('an error page in the dashboard links to the dashboard', async () => {
  const { visitor } = await owner()
  for (const path of ['/brand/dashboard/nowhere', `/brand/dashboard/products/${crypto.randomUUID()}`]) {
    const page = await visitor.open(path)
    expect([page.status, page.link('Back to your dashboard')]).toEqual([404, '/brand/dashboard'])
  }
})
