import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MailContent } from './compose-mail.ts'
import * as mails from './partner-mails.ts'
import { strikeSecrets } from './strike-secrets.ts'

const siteUrl = 'https://wtf.example'
const TOKEN = 'q7Zt3yXw9LmN4pRs8VbK2dFgq7Zt3yXw9LmN4pRs8Vb'
const LINK = `/partners/onboarding?token=${TOKEN}&email=ann%40brand.test`

interface Given {
  name: string
  businessName: string
  /** The administrator's text. */
  said: string
}
const USUAL: Given = { name: 'Ann Lee', businessName: 'Own Thread', said: 'We met in Porto.\n\nCome!' }

const ALL: Record<keyof typeof mails, (given: Given) => MailContent> = {
  partnerInvitation: ({ said, ...given }) =>
    mails.partnerInvitation({
      siteUrl,
      ...given,
      personalMessage: said,
      link: LINK,
      expiresAt: new Date('2026-12-05T23:30:00Z'),
    }),
  confirmJoining: ({ name }) =>
    mails.confirmJoining({ siteUrl, name, link: LINK, code: '481516', minutes: 15, isKnown: false }),
  partnerJoined: ({ said: plan, ...given }) =>
    mails.partnerJoined({ siteUrl, ...given, isApproved: true, hasNewPassword: true, plan }),
  partnerApproved: ({ said: _, ...given }) => mails.partnerApproved({ siteUrl, ...given, isBack: false }),
  partnerRejected: ({ said: reason, ...given }) => mails.partnerRejected({ siteUrl, ...given, reason }),
  partnerSuspended: ({ said: reason, ...given }) => mails.partnerSuspended({ siteUrl, ...given, reason }),
  currencyChanged: ({ said: reason, ...given }) =>
    mails.currencyChanged({ siteUrl, ...given, from: 'USD', to: 'GBP', reason }),
}

const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([tag]) => tag)
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const nasty = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x>',
      "' onmouseover='x",
      '&lt;b&gt;',
      '</td></table>',
      '$&$1',
    ),
  )
  // An empty line would start a paragraph and so add a tag.
  .map((text) => `x${text.replace(/\n/g, ' ')}`)

describe.each(Object.entries(ALL))('%s', (_, write) => {
  test('links only to the shop, and has the same link in plain text and HTML', () => {
    const { kind, subject, text, html } = write(USUAL)
    expect(kind).toMatch(/^[a-z_]+$/)
    expect(subject).toMatch(/^[A-Z][^\r\n]{5,70}$/)
    expect(text).not.toMatch(/[<>]|undefined|null|&[a-z]+;/)
    for (const href of linksOf(html)) expect(href.startsWith(`${siteUrl}/`)).toBe(true)
    expect(text).toContain(linksOf(html).filter((href) => href !== `${siteUrl}/`)[0])
    expect(text).toContain('Hello Ann Lee,')
  })
  test('escapes all values', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (name, businessName, said) => {
        const [{ html }, usual] = [write({ name, businessName, said }), write({ ...USUAL, said: 'x' })]
        expect(tagsOf(html)).toEqual(tagsOf(usual.html))
        expect(html.match(/</g)?.length).toBe(tagsOf(html).length)
      }),
    )
  })
  test('contains no token or code after redaction', () => {
    const { text, html } = write(USUAL)
    expect(strikeSecrets(text + html)).not.toMatch(new RegExp(`${TOKEN}|481516`))
  })
})

test('an invitation shows its message in paragraphs and its expiry date', () => {
  const { text } = ALL.partnerInvitation(USUAL)
  expect(text).toContain('\n\nWe met in Porto.\n\nCome!\n\n')
  expect(text).toContain('It works once and expires on 5 December 2026.')
  expect(text).toContain(`${siteUrl}${LINK}`)
  expect(ALL.partnerInvitation({ ...USUAL, said: '' }).text).not.toContain('\n\n\n')
})

test('the welcome email mentions approval and a new password only if they apply', () => {
  const joined = (given: Partial<Parameters<typeof mails.partnerJoined>[0]>) =>
    mails.partnerJoined({
      siteUrl,
      name: 'Ann',
      businessName: 'Own Thread',
      plan: 'Standard, version 1',
      isApproved: true,
      hasNewPassword: false,
      ...given,
    })
  expect(joined({}).subject).toBe('Own Thread has joined WTF')
  expect(joined({ isApproved: false }).subject).toBe('Own Thread: we are reviewing your brand')
  expect(joined({}).text).toMatch(/your brand is approved/)
  expect(joined({}).text).not.toMatch(/password/)
  expect(joined({ hasNewPassword: true }).text).toMatch(/You have set a password/)
  expect(joined({ isApproved: false }).text).toMatch(/not listed until we approve it/)
  expect(joined({ isApproved: false }).text).not.toMatch(/is approved\./)
})
