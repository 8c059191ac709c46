import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeIn, createAccount, lastMail, linkIn, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const RULE = 'Password must be at least 8 characters with 1 uppercase letter and 1 number'

/** Returns an unused address. */
const newEmail = () => `new-${randomBytes(6).toString('hex')}@mail.example`
const passwords = { Password: PASSWORD, 'Confirm Password': PASSWORD }
const mailTo = (email: string) => lastMail(shop.db, email, 'confirm_sign_up')

test('customers sign up, and confirm with the emailed link', async () => {
  const visitor = shop.visitor()
  const email = newEmail()
  const button = 'Create Customer Account'
  const empty = await (await visitor.open('/signup')).press(button)
  expect(['Full Name', 'Email Address', 'Password'].map((label) => empty.descriptionOf(label))).toEqual([
    'Full name is required',
    'Please enter a valid email address',
    expect.stringContaining(RULE),
  ])
  const wrong = await empty.press(button, {
    'Full Name': 'New Body',
    'Email Address': email,
    'Phone Number (Optional)': '----------',
    Password: PASSWORD,
    'Confirm Password': 'Other-Password-1',
  })
  expect(wrong.descriptionOf('Phone Number (Optional)')).toContain('Please enter a valid phone number')
  expect(wrong.descriptionOf('Confirm Password')).toBe('Passwords do not match')
  expect(['Full Name', 'Email Address', 'Password'].map((label) => wrong.valueOf(label))).toEqual([
    'New Body',
    email,
    '',
  ])
  const sent = await wrong.press(button, { 'Phone Number (Optional)': '+44 20 7946 0000', ...passwords })
  expect([sent.address, sent.signedInAs]).toEqual(['/auth/sign-up', null])
  expect(sent.text()).toContain(`We have sent an email to ${email}.`)
  // The pending sign-up survives a reload, and /login mentions it.
  const form = await (await visitor.open('/login')).follow('Enter the code from the email')
  const short = await form.press('Confirm address', { '6-digit code': '12' })
  expect(short.descriptionOf('6-digit code')).toBe('Please enter the 6-digit code')

  const link = linkIn(await mailTo(email))
  const confirm = await visitor.open(link)
  expect(await shop.db.user.findUnique({ where: { email } })).toBeNull()
  const confirmed = await confirm.press('Confirm address')
  expect([confirmed.heading, confirmed.signedInAs]).toEqual(['Email Confirmed!', email])
  expect(confirmed.hasButton('Close Tab')).toBe(true)
  expect(await shop.db.user.findUnique({ where: { email }, include: { profile: true } })).toMatchObject({
    role: 'customer',
    emailVerifiedAt: expect.any(Date),
    profile: { fullName: 'New Body', phone: '+44 20 7946 0000' },
  })
  const again = await visitor.open(link)
  expect(again.heading).toBe('Already confirmed')
  expect(again.text()).toContain(`${email} is confirmed.`)
  expect(again.hasButton('Confirm address')).toBe(false)
  expect(again.link('Continue shopping')).not.toBeNull()
})

test('the sign-up email opens the account in the same browser, by link or code, and can be sent again', async () => {
  const email = newEmail()
  const sent = await (
    await shop.visitor().open('/signup?redirectTo=/about-wtf')
  ).press('Create Customer Account', { 'Full Name': 'Coded Body', 'Email Address': email, ...passwords })
  // The tests' shop has no mail server, like the demo.
  expect(sent.link('its outbox')).toBe(`/admin/outbox?to=${encodeURIComponent(email)}`)
  const again = await sent.press('Send it again')
  expect(again.text()).toContain(`We have sent another email to ${email}.`)
  const mail = await mailTo(email)

  const other = shop.visitor()
  const refused = await (await other.open(linkIn(mail))).press('Confirm address')
  expect(refused.text()).toContain('This link only works in the browser where you signed up.')
  expect(refused.signedInAs).toBeNull()
  expect((await other.open('/auth/sign-up')).text()).toContain('No sign-up is in progress in this browser.')

  const code = codeIn(mail)
  const wrong = await again.press('Confirm address', { '6-digit code': code === '000000' ? '000001' : '000000' })
  expect(wrong.text()).toContain('This code is wrong or has expired.')
  const back = await wrong.press('Confirm address', { '6-digit code': code })
  expect([back.address, back.signedInAs]).toEqual(['/about-wtf', email])
})

test('an invalid confirmation link shows an error immediately, and a new one can be requested', async () => {
  const dead = 'This link is no longer valid. Please request a new one.'
  const { id, email } = await createAccount(shop.db, { emailVerifiedAt: null })
  const visitor = await shop.visitorAs(id)
  const altered = await visitor.open('/auth/verify-email?token=altered')
  expect(altered.text()).toContain(dead)
  expect(altered.hasButton('Confirm address')).toBe(false)
  expect((await altered.press('Send a new link')).heading).toBe('Check your email')
  const confirm = await visitor.open(linkIn(await lastMail(shop.db, email, 'verify_email')))
  await shop.db.oneTimeToken.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
  const late = await confirm.press('Confirm address')
  expect(late.text()).toContain(dead)
  expect(late.hasButton('Send a new link')).toBe(true)

  const change = await (await visitor.open('/auth/change-email?token=altered')).follow('Request a new link')
  expect(change.field('New email address')).toBeTruthy()
})

test('partners sign up, are placed under review, and can sign in', async () => {
  const email = newEmail()
  const businessName = `House ${email.slice(4, 16)}`
  const visitor = shop.visitor()
  const button = 'Create Partner Account'
  const form = await (await visitor.open('/signup')).follow('Partner')
  expect(form.address).toBe('/brand/signup')
  const wrong = await form.press(button, {
    'Business Name': businessName,
    'Business Email': 'not an address',
    'Website URL (Optional)': 'house.example',
    Password: 'short',
  })
  for (const [label, message] of [
    ['Business Email', 'Please enter a valid business email'],
    ['Website URL (Optional)', 'Please enter a valid URL'],
    ['Password', RULE],
    ['Country', 'Please choose your country'],
    ['Currency you sell in', 'Please choose the currency you sell in'],
  ] as const)
    expect(wrong.descriptionOf(label)).toContain(message)
  const sent = await wrong.press(button, {
    Country: 'DE',
    'Currency you sell in': 'EUR',
    'Business Email': email,
    'Website URL (Optional)': 'https://house.example',
    ...passwords,
  })
  expect(sent.address).toBe('/auth/sign-up')
  expect(sent.link('Use another address')).toBe('/brand/signup')
  const review = await sent.press('Confirm address', { '6-digit code': codeIn(await mailTo(email)) })
  expect([review.address, review.heading]).toEqual(['/brand/dashboard', businessName])
  expect(review.text()).toContain('Under review')
  expect(await shop.db.partner.findFirst({ where: { businessName } })).toMatchObject({
    verificationStatus: 'pending',
    email,
    country: 'DE',
    currency: 'EUR',
    websiteUrl: 'https://house.example',
  })
  const login = await shop.visitor().open('/brand/login')
  const entered = await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect([entered.address, entered.heading]).toEqual(['/brand/dashboard', businessName])
})
