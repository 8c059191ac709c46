import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutFile {
  siteUrl: string
  name: string
  businessName: string
  fileName: string
  /** The file's page in the dashboard. */
  link: string
}

/** Tells a partner that an administrator has approved a file of orders. */
export function orderFileApproved({ siteUrl, name, businessName, fileName, link }: AboutFile): MailContent {
  return composeMail({
    kind: 'order_file_approved',
    siteUrl,
    subject: `${businessName}: your orders are approved`,
    preview: 'They will appear in your sales within minutes.',
    heading: 'Your orders are approved',
    before: [
      greeting(name),
      `We approved your file "${fileName}". The orders will appear in your sales within minutes. The file’s page shows the result for each order.`,
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
    subject: `${businessName}: your order file was rejected`,
    preview: 'No orders were recorded.',
    heading: 'We rejected your order file',
    before: [
      greeting(name),
      `We rejected your file "${fileName}" and did not record any of its orders. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open the file', link },
    after: ['You can upload a corrected file in your dashboard.'],
  })
}
