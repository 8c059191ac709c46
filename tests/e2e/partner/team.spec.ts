import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

// tests/http/team.test.ts tests the consequences for the colleague without a browser.

test('a colleague is invited, gets another role, and is removed after a confirmation', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const { id: userId } = await createAccount(db, { role: 'partner', fullName: 'Fay First' })
  await db.partnerMember.create({ data: { partnerId, userId, role: 'editor' } })
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/team')
  const said = (text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible()

  const email = newEmail('invited')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await said('Invitation sent')
  await expect(page.getByRole('button', { name: `Send again to ${email}` })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')

  await page.getByRole('button', { name: 'Make viewer Fay First' }).click()
  await expect(page.getByRole('button', { name: 'Make editor Fay First' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Yes, remove Fay First' })).toBeHidden()
  await page.getByText('Remove Fay First', { exact: true }).click()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, remove Fay First' }).click()
  await said('Removed from the team')
  await expect(page.getByText('Fay First')).toHaveCount(0)
})
