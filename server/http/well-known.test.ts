import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { securityTxt } from './well-known.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('page'), { CONTACT_EMAIL: 'hello@wtf.example' })

describe('/.well-known/security.txt', () => {
  test('explains how to report a vulnerability', async () => {
    const answer = await shop.ask('/.well-known/security.txt')
    expect([answer.status, answer.headers.get('content-type')?.toLowerCase()]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(await answer.text()).toContain('Contact: mailto:hello@wtf.example\n')
    expect((await shop.ask('/.well-known/security.txt', {}, { method: 'HEAD' })).status).toBe(200)
  })
  test('has each field of RFC 9116 once, and expires within six months', () => {
    const now = new Date('2026-11-22T13:14:15Z')
    expect(securityTxt({ SITE_URL: 'https://wtf.example', CONTACT_EMAIL: undefined }, now)).toBe(
      'Contact: https://wtf.example/contact\nExpires: 2027-05-22T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://wtf.example/.well-known/security.txt\n',
    )
  })
  test.each(['a+b@wtf.example', 'q%x@wtf.example'])(
    'encodes any contact address on a single line: %s',
    (CONTACT_EMAIL) =>
      expect(/^Contact: mailto:(\S+)$/m.exec(securityTxt({ SITE_URL: '', CONTACT_EMAIL }, new Date()))?.[1]).toBe(
        encodeURI(CONTACT_EMAIL),
      ),
  )
})

test.each([
  ['/security.txt', 301, '/.well-known/security.txt'],
  ['/.well-known/change-password', 302, '/settings?edit=password#password'],
])('%s redirects with %d to %s', async (path, status, to) => {
  const answer = await shop.ask(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([status, to])
})
