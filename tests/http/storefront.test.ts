import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const PAGE = '/brand/dashboard/storefront'

async function createStore() {
  const { id: ownerId } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, { ownerId, createdAt: new Date('2020-01-01') })
  return { partner, owner: await shop.visitorAs(ownerId) }
}

test('store text is changed, previewed and published without JavaScript', async () => {
  const { partner, owner } = await createStore()
  let page = await owner.open(`${PAGE}?edit=ethos`)
  expect(page.hasButton('Save Changes')).toBe(false)
  page = await page.press('Update Preview', { Ethos: 'We mend <i>everything</i>.' })
  expect(page.address).toBe(PAGE)
  expect([page.hasButton('Save Changes'), page.hasButton('Revert')]).toEqual([true, true])

  const preview = await page.follow(/^Preview Store/)
  expect(preview.url.pathname).toBe(`/brand/preview/${partner.id}`)
  expect(preview.text('body')).toContain('Unsaved Changes')
  expect(preview.text()).toContain('We mend <i>everything</i>.')
  const { headers } = await fetch(preview.url)
  expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
    'no-store',
    'strict-origin',
    expect.stringContaining('noindex'),
  ])
  const stranger = await shop.visitor().open(preview.address)
  expect(stranger.text()).toContain('We mend <i>everything</i>.')
  const without = await shop.visitor().open(`${preview.url.pathname}?data=junk`)
  expect(without.text()).toContain("This partner hasn't customized their store yet")
  expect(without.text('body')).toContain('Saved')

  page = await page.press('Save Changes')
  expect(page.text('body')).toContain('Store customization applied successfully!')
  expect((await shop.visitor().open(`/brand/${partner.id}`)).text()).toContain('We mend <i>everything</i>.')
})

test('viewers in a team cannot change anything', async () => {
  const { partner } = await createStore()
  const { id: userId } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.partnerMember.create({ data: { userId, partnerId: partner.id, role: 'viewer' } })
  const page = await (await shop.visitorAs(userId)).open(`${PAGE}?edit=ethos`)
  expect(page.heading).toBe('Store Customization')
  expect([page.hasButton('Update Preview'), page.links(/^(Add|Edit) /)]).toEqual([false, []])
  expect(page.text()).toContain('You can view this page')
})
