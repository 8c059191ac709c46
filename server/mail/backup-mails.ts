import { composeMail, type MailContent } from './compose-mail.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const shortTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

/**
 * Tells administrators that a backup has failed. @param mail.reason a complete sentence @param mail.lastGoodAt the last
 * successful backup, null if there is none
 */
export function backupAlarm({
  siteUrl,
  reason,
  lastGoodAt,
}: {
  siteUrl: string
  reason: string
  lastGoodAt: Date | null
}): MailContent {
  const last = lastGoodAt
    ? `The last successful backup was made on ${longDay.format(lastGoodAt)} at ${shortTime.format(lastGoodAt)} UTC.`
    : 'There is no earlier backup.'
  return composeMail({
    kind: 'backup_alarm',
    siteUrl,
    subject: 'The backup failed',
    preview: reason,
    heading: 'The backup failed',
    before: [reason, last],
    button: { label: 'Open the database page', link: `${siteUrl}/admin/database` },
    after: ['Until a new backup succeeds, a disk failure would lose all data since the last one.'],
  })
}
