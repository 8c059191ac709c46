import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greeting, type MailContent } from './compose-mail.ts'
import { strikeSecrets } from './strike-secrets.ts'
import * as secondFactorMails from './second-factor-mails.ts'
import * as templates from './templates.ts'

const siteUrl = 'https://wtf.example'
const TOKEN = 'q7Zt3yXw9LmN4pRs8VbK2dFgq7Zt3yXw9LmN4pRs8Vb'

interface Given {
  name?: string
  link: string
  newEmail: string
  code: string
}

/** Every template, with hostile input. */
const ALL: Record<keyof typeof templates | keyof typeof secondFactorMails, (given: Given) => MailContent> = {
  confirmSignUp: (given) => templates.confirmSignUp({ siteUrl, minutes: 1440, ...given }),
  alreadySignedUp: (given) => templates.alreadySignedUp({ siteUrl, minutes: 1440, ...given }),
  emailVerificationMail: (given) => templates.emailVerificationMail({ siteUrl, minutes: 60, ...given }),
  changeEmail: (given) => templates.changeEmail({ siteUrl, minutes: 60, ...given }),
  emailChangeNotice: (given) => templates.emailChangeNotice({ siteUrl, ...given }),
  emailChanged: (given) => templates.emailChanged({ siteUrl, ...given }),
  passwordResetMail: (given) => templates.passwordResetMail({ siteUrl, minutes: 60, ...given }),
  passwordChanged: (given) => templates.passwordChanged({ siteUrl, ...given }),
  passwordAdded: (given) => templates.passwordAdded({ siteUrl, ...given }),
  providerAdded: (given) => templates.providerAdded({ siteUrl, provider: 'Google', account: given.newEmail, ...given }),
  magicLink: (given) => templates.magicLink({ siteUrl, minutes: 15, ...given }),
  accountExists: (given) => templates.accountExists({ siteUrl, ...given }),
  noAccount: () => templates.noAccount({ siteUrl }),
  accountClosing: (given) =>
    templates.accountClosing({ siteUrl, deletedOn: new Date('2026-12-05T00:00:00Z'), ...given }),
  welcome: (given) => templates.welcome({ siteUrl, ...given }),
  secondFactorOn: ({ name = '' }) => secondFactorMails.secondFactorOn({ siteUrl, name, isMoved: false }),
  secondFactorOff: ({ name = '' }) => secondFactorMails.secondFactorOff({ siteUrl, name, isReset: false }),
  recoveryCodesRenewed: ({ name = '' }) => secondFactorMails.recoveryCodesRenewed({ siteUrl, name }),
  recoveryCodeUsed: ({ name = '', newEmail }) =>
    secondFactorMails.recoveryCodeUsed({ siteUrl, name, left: 3, device: newEmail }),
  secondFactorGuessed: ({ name = '', newEmail }) =>
    secondFactorMails.secondFactorGuessed({ siteUrl, name, device: newEmail }),
  newDevice: ({ name = '', newEmail }) =>
    secondFactorMails.newDevice({
      siteUrl,
      name,
      device: newEmail,
      country: 'DE',
      at: new Date('2026-12-05T09:30:00Z'),
    }),
}
const OTHERWISE: Array<[string, (given: Given) => MailContent]> = [
  ['secondFactorOn, moved', ({ name = '' }) => secondFactorMails.secondFactorOn({ siteUrl, name, isMoved: true })],
  [
    'secondFactorOff, by the console',
    ({ name = '' }) => secondFactorMails.secondFactorOff({ siteUrl, name, isReset: true }),
  ],
]
const EVERY = [...Object.entries(ALL), ...OTHERWISE]
const USUAL: Given = {
  name: 'Ada Lovelace',
  link: `/auth/callback?token=${TOKEN}`,
  newEmail: 'ada@new.example',
  code: '481516',
}

/** Returns text and tags, read by an independent parser. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([tag]) => tag)
}
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '&lt;b&gt;',
    'javascript:alert(1)',
    '</td></table>',
    '\u2028\r\nBcc: x@y.z',
    '$&$1',
    '\ud800',
  ),
)

describe.each(EVERY)('%s', (_, write) => {
  test('has the same content and link in plain text and HTML', () => {
    const { kind, subject, text, html } = write(USUAL)
    expect(kind).toMatch(/^[a-z_]+$/)
    expect(subject).toMatch(/^[A-Z][^\r\n]{5,70}$/)
    expect(text).not.toMatch(/[<>]|undefined|null|&[a-z]+;/)
    expect(html).not.toMatch(/undefined|<img|<style|<script|url\(/)
    for (const href of linksOf(html)) expect(href.startsWith(`${siteUrl}/`)).toBe(true)
    const [main] = linksOf(html).filter((href) => href !== `${siteUrl}/`)
    if (main) expect(text).toContain(main)
    // The HTML contains all of the text.
    const shown = html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
    for (const line of text
      .split('\n')
      .filter((each) => each && !each.startsWith('-- ') && !each.includes('://') && !/:$|\d{6}$/.test(each)))
      expect(shown).toContain(line)
  })

  test('escapes all values', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (name, newEmail, code) => {
        const mail = write({ ...USUAL, name, newEmail, code })
        const usual = write(USUAL)
        // The same tags and attributes, and no '<' outside of them: only text differs.
        expect(tagsOf(mail.html)).toEqual(tagsOf(usual.html))
        expect(mail.html.match(/</g)?.length).toBe(tagsOf(mail.html).length)
        expect(mail.subject).toBe(usual.subject)
      }),
    )
  })

  test('links to the shop only', () => {
    for (const link of [
      'https://evil.example/x',
      '//evil.example',
      'javascript:alert(1)',
      'https://wtf.example@evil.example/',
      'https://a:b@wtf.example/',
      '\\\\evil.example',
      'https://wtf.example.evil.example',
    ]) {
      let html = ''
      try {
        ;({ html } = write({ ...USUAL, link }))
      } catch (error) {
        expect((error as Error).message).toBe('an email may only link to the shop')
      }
      expect(html).not.toContain('evil')
    }
  })
})

test('greets by name, unless the name contains a message to the recipient', () => {
  expect(greeting(' Ada  Lovelace ')).toBe('Hello Ada Lovelace,')
  expect(greeting("Zoë O'Hara-Ngô Jr.")).toBe("Hello Zoë O'Hara-Ngô Jr.,")
  for (const name of [
    undefined,
    '',
    '  ',
    'Win at http://evil.example',
    'evil.example',
    'call 0800 123456',
    'me@evil.example',
    'a'.repeat(51),
    '\u202e\u200b',
  ])
    expect(greeting(name)).toBe('Hello,')
})

test('states how long a link is valid, in a suitable unit', () => {
  const timeOf = (minutes: number) =>
    /expires in (.*?)\./.exec(templates.passwordResetMail({ siteUrl, link: '/x', minutes }).text)?.[1]
  expect([1, 45, 60, 120, 1440, 2880].map(timeOf)).toEqual([
    '1 minute',
    '45 minutes',
    '1 hour',
    '2 hours',
    '1 day',
    '2 days',
  ])
})

test('redacts tokens and codes, and nothing else', () => {
  for (const [, write] of EVERY) {
    const { text, html } = write(USUAL)
    const plain = write({ ...USUAL, link: '/auth/callback?token=…', code: '······' })
    expect(strikeSecrets(text + html)).not.toMatch(new RegExp(`${TOKEN}|481516`))
    expect(strikeSecrets(text)).toBe(plain.text.replaceAll('%E2%80%A6', '…'))
    expect(strikeSecrets(html)).toBe(plain.html.replaceAll('%E2%80%A6', '…'))
  }
  expect(strikeSecrets('http://a-very-long-name-of-a-host.example/settings #151311')).toBe(
    'http://a-very-long-name-of-a-host.example/settings #151311',
  )
  expect(strikeSecrets(`https://wtf.example/reset/${TOKEN}?next=%2Fhome`)).toBe(
    'https://wtf.example/reset/…?next=%2Fhome',
  )
})
