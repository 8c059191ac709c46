import type { Page } from '@playwright/test'
import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, openDashboard, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })

test('an admin finds a pending partner by keyboard alone, and approves it', async ({ page, db }) => {
  const owner = await createAccount(db, { email: newEmail('owner'), role: 'partner' })
  const businessName = `Loom ${newEmail('x').slice(2, 14)}`
  const partner = await createPartner(db, {
    businessName,
    ownerId: owner.id,
    domain: null,
    verificationStatus: 'pending',
    createdAt: new Date('2020-01-01'),
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openDashboard(page, '/admin')
  const waiting = page.getByRole('list', { name: 'Needs attention' }).getByRole('link', { name: /Partners to approve/ })
  await expect(waiting).toContainText('Overdue')

  await page.keyboard.press('/')
  const field = palette(page).getByRole('combobox', { name: 'Search everything' })
  await expect(field).toBeFocused()
  expect(await axeFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.type(businessName)
  await expect(palette(page).getByRole('option', { name: businessName })).toBeVisible()
  expect(await axeFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(palette(page)).toHaveCount(0)
  await expect(page).toHaveURL('/admin')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(businessName)
  await expect(palette(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/partners/${partner.id}`)

  await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  expect((await findMail(db, owner.email, 'partner_approved')).text).toContain(businessName)
})

test('the sidebar collapses, stays collapsed on the next page, and is a menu on a phone', async ({ page, db }) => {
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openDashboard(page, '/admin')
  const frame = page.getByRole('navigation', { name: 'Administration' })
  const width = async () => (await page.locator('aside').first().boundingBox())?.width
  expect(await width()).toBe(232)
  const saved = page.waitForResponse(/admin\.desk\.fold/)
  await page.getByRole('button', { name: 'Sidebar with names' }).click()
  await saved
  expect(await width()).toBe(64)
  await page.reload()
  expect(await width()).toBe(64)
  await expect(frame.getByRole('link', { name: /^Outbox/ })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(frame).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await frame.getByRole('link', { name: /^Tickets/ }).click()
  await expect(page.getByRole('heading', { name: 'Tickets', exact: true })).toBeVisible()
  await expect(frame).toBeHidden()
})
