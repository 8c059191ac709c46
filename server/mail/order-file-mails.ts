import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutFile {
  siteUrl: string
  name: string
  businessName: string
  fileName: string
  /** Of the dashboard: the file's own page. */
  link: string
}

/** An administrator has approved a file with orders. */
export function orderFileApproved({ siteUrl, name, businessName, fileName, link }: AboutFile): MailContent {
  return composeMail({
    kind: 'order_file_approved',
    siteUrl,
    subject: `${businessName}: your orders are approved`,
    preview: 'They are among your sales within minutes.',
    heading: 'Your orders are approved',
    before: [
      greeting(name),
      `We have looked at your file "${fileName}". Its orders come among your sales within minutes; the page of the file says what became of each.`,
    ],
    button: { label: 'Open the file', link },
    after: [],
  })
}

/** @param mail.reason as the administrator typed it */
export function orderFileRejected({
  siteUrl,
  name,
  businessName,
  fileName,
  link,
  reason,
}: AboutFile & { reason: string }): MailContent {
  return composeMail({
    kind: 'order_file_rejected',
    siteUrl,
    subject: `${businessName}: about your file with orders`,
    preview: 'Nothing of it was recorded.',
    heading: 'We cannot take this file',
    before: [
      greeting(name),
      `We have looked at your file "${fileName}", and recorded nothing of it. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open the file', link },
    after: ['You can send a corrected file there.'],
  })
}
