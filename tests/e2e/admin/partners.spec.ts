import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const PAGE = '/admin/partners/invite'

test('an admin invites a brand, copies its link, and revokes it by keyboard', async ({ page, db, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto(PAGE)
  const main = page.getByRole('main')
  const email = newEmail('maison')
  const form = main.locator('form').filter({ hasText: 'Send invitation' })
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByLabel('Business email')).toBeFocused()
  await form.getByLabel('Business email').fill(email)
  await form.getByLabel('Business name').fill(`Maison of ${email}`)
  await form.getByLabel('Contact person').fill('Ada Laurent')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByText(`Partner invitation sent to ${email}!`)).toBeVisible()
  await expect(form.getByLabel('Business email')).toHaveValue('')
  const recent = main.getByRole('listitem').filter({ hasText: email })
  await recent.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Invitation link copied to clipboard!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect((await findMail(db, email, 'partner_invitation')).text).toContain(link)

  await page.goto(`${PAGE}?q=${email}`)
  await main.getByRole('button', { name: `More about Maison of ${email}` }).press('Enter')
  const panel = page.getByRole('dialog', { name: `Maison of ${email}` })
  await expect(panel).toBeVisible()
  expect(await axeFindings(page, { within: '[role=dialog]:popover-open' })).toEqual([])
  const focus = page.locator(':focus')
  const tabTo = async (name: string | RegExp) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(focus).toHaveText(name, { timeout: 100 })
    }).toPass()
  }
  await tabTo('Revoke')
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/stops working immediately/)).toBeVisible()
  await tabTo('Revoke the invitation')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The invitation for ${email} has been revoked. Its link no longer works.`)).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(main.getByRole('button', { name: `More about Maison of ${email}` })).toBeFocused()
  await expect(main.getByRole('row').filter({ hasText: email })).toContainText('Revoked')
})

test('a link is shown if it cannot be copied, and a form keeps its text if sending fails', async ({
  page,
  db,
  errors,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { write: () => Promise.reject(new Error('refused')) } })
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto(PAGE)
  const main = page.getByRole('main')
  const email = newEmail('maison')
  const form = main.locator('form').filter({ hasText: 'Send invitation' })
  await form.getByLabel('Business email').fill(email)
  await form.getByLabel('Business name').fill(`Maison of ${email}`)
  await form.getByLabel('Contact person').fill('Ada Laurent')
  await page.route('**/admin/partners/invite.data**', (route) => route.abort())
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Failed to send invitation. Please try again.')).toBeVisible()
  await expect(form.getByLabel('Business email')).toHaveValue(email)
  await expect(form.getByLabel('Contact person')).toHaveValue('Ada Laurent')
  await page.unroute('**/admin/partners/invite.data**')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await form.getByRole('button', { name: 'Copy link' }).click()
  const field = page.getByRole('dialog', { name: 'Invitation link' }).getByLabel('Invitation link')
  await expect(field).toBeFocused()
  const link = await field.inputValue()
  expect((await findMail(db, email, 'partner_invitation')).text).toContain(link)
  // Ignore the error of the aborted request.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('net::ERR_FAILED')))
})

test("the rejection form keeps its reason after an error, and shows another admin's decision", async ({ page, db }) => {
  const name = newEmail('house')
  const partner = await createPartner(db, {
    businessName: name,
    verificationStatus: 'pending',
    createdAt: new Date('2020-01-01'),
    domain: null,
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto(`/admin/partners?q=${name}`)
  await page.getByRole('link', { name }).click()
  await page.getByText(`Reject ${name}`).first().click()
  await page.getByRole('button', { name: `Reject ${name}` }).click()
  await expect(page.getByText('Enter a reason. The partner will see it')).toBeVisible()
  await page.getByLabel('Reason, shown to the partner').fill('Your store does not answer.')
  await db.partner.update({ where: { id: partner.id }, data: { verificationStatus: 'approved' } })
  await page.getByRole('button', { name: `Reject ${name}` }).click()
  await expect(page.getByText(`${name} is now approved. Nothing was changed.`)).toBeVisible()
  await page.getByText(`Suspend ${name}`).first().click()
  await page.getByLabel('Reason, shown to the partner').fill('Your store does not answer.')
  await page.getByRole('button', { name: `Suspend ${name}` }).click()
  await expect(page.getByText('Suspended. The partner has been emailed your reason.')).toBeVisible()
  await expect(page.getByText('Reason: Your store does not answer.')).toBeVisible()
})
