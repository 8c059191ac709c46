import { createPartner, createUser } from '#tests/factories.ts'
import { axeFindings } from '../axe.ts'
import {
  createAccount,
  enterAs,
  expect,
  expectSignedIn,
  newEmail,
  openDashboard,
  findMail,
  signIn,
  test,
} from '../accounts.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'

test('an admin finds a shopper, changes their role twice, suspends them with a reason and reinstates them', async ({
  page,
  db,
  browser,
}) => {
  const email = newEmail('ada')
  const user = await createAccount(db, { email, fullName: 'Ada of the test' })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/users')
  await page.getByLabel('Email address, name or ID').fill(email)
  await page.getByLabel('Email address, name or ID').press('Enter')
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.getByText('Make administrator').first().click()
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await expect(page.getByText(`${email} is now an administrator and has been emailed.`)).toBeVisible()
  await findMail(db, email, 'role_changed')
  await page.getByText('Remove admin access').first().click()
  await page.getByRole('button', { name: 'Remove admin access' }).click()
  await expect(page.getByText(`${email} is now a customer and has been emailed.`)).toBeVisible()

  await page.getByText('Suspend the account').click()
  await page.getByRole('button', { name: `Suspend ${email}` }).click()
  await expect(page.getByText('Enter a reason. The person will see it')).toBeVisible()
  await page.getByLabel('Reason, shown to the user').fill('You have sold stolen goods.')
  await page.getByRole('button', { name: `Suspend ${email}` }).click()
  await expect(page.getByText('Suspended. The user has been emailed your reason.')).toBeVisible()
  expect((await findMail(db, email, 'account_suspended')).text).toContain('You have sold stolen goods.')

  const theirs = await browser.newContext()
  const their = await theirs.newPage()
  await their.goto(new URL('/login', page.url()).href)
  await signIn(their, email)
  await expect(their.getByText(/Your account was suspended on .*, so you can’t sign in/)).toBeVisible()

  await page.getByText('Lift the suspension').first().click()
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(page.getByText('Suspension lifted. The user has been emailed.')).toBeVisible()
  await findMail(db, email, 'suspension_lifted')
  await signIn(their, email)
  await expectSignedIn(their, user.email)
  await theirs.close()
})

test('two admins offer a partner another plan, and its owner accepts it from the email', async ({
  page,
  db,
  browser,
}) => {
  const owner = await createUser(db, { role: 'partner', email: newEmail('owner') })
  const partner = await createPartner(db, { ownerId: owner.id, businessName: newEmail('house') })
  const standard = await db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
  await db.partnerAgreement.create({
    data: {
      partnerId: partner.id,
      planId: standard.id,
      termsVersion: TERMS_VERSION,
      acceptedAt: new Date('2026-01-01'),
    },
  })
  const name = newEmail('plan')
  await db.commissionPlan.create({
    data: {
      id: crypto.randomUUID(),
      name,
      version: 1,
      basis: 'sales_value',
      currency: 'GBP',
      tiers: { create: { name: 'All', fromValue: 0, rateBps: 450 } },
    },
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto(`/admin/partners/${partner.id}`)
  await page.getByText('Offer another plan').click()
  await page.getByLabel('Plan', { exact: true }).selectOption({ label: `${name}, version 1` })
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(page.getByText('Proposed. Another administrator has to approve it under Approvals.')).toBeVisible()
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/approvals')
  const proposal = page.getByRole('listitem').filter({ hasText: `${name}, version 1` })
  await proposal.locator('summary').first().click()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Approved. The change has been made.')).toBeVisible()
  await page.goto(`/admin/partners/${partner.id}`)
  await expect(page.getByText('Waiting for a reply')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  expect((await findMail(db, owner.email, 'plan_offered')).text).toContain('/brand/dashboard/settings/billing')

  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const their = await theirs.newPage()
  await enterAs(their, db, owner.id)
  await openDashboard(their, '/brand/dashboard/settings/billing')
  await their.getByRole('button', { name: `Accept ${name}, version 1` }).click()
  await expect(their.getByText('Please agree to the terms to continue')).toBeVisible()
  await their.getByLabel(/I accept this plan/).check()
  await their.getByRole('button', { name: `Accept ${name}, version 1` }).click()
  await expect(their.getByRole('heading', { name: 'Your next plan' })).toBeVisible()
  await findMail(db, owner.email, 'plan_offer_accepted')
  await theirs.close()
  await page.reload()
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
})
