import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetMails } from './forget-mails.ts'

const here = useTestDatabase()
const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

test('deletes sent emails after 90 days and failed ones after 180, and keeps queued ones', async () => {
  const mail = (name: string, given: object) =>
    here.db.mail.create({
      data: {
        kind: 'welcome',
        toAddress: 'a@example.test',
        subject: name,
        text: '',
        html: '',
        createdAt: daysAgo(400),
        ...given,
      },
    })
  await mail('sent 89', { state: 'sent', sentAt: daysAgo(89) })
  await mail('sent 91', { state: 'sent', sentAt: daysAgo(91) })
  await mail('failed 179', { state: 'failed', createdAt: daysAgo(179) })
  await mail('failed 181', { state: 'failed', createdAt: daysAgo(181) })
  await mail('queued 400', {})
  expect(await forgetMails(here.db)).toBe(2)
  expect((await here.db.mail.findMany({ orderBy: { subject: 'asc' } })).map(({ subject }) => subject)).toEqual([
    'failed 179',
    'queued 400',
    'sent 89',
  ])
})
