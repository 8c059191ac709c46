import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { appealLine } from './moderation-mails.ts'

interface AboutPromotion {
  siteUrl: string
  name: string
  businessName: string
  /** The partner's description of the promotion. */
  what: string
}

const PROMOTIONS = '/brand/dashboard/promotions'

/** Tells a partner that an administrator has approved a promotion. */
export function promotionApproved({ siteUrl, name, businessName, what }: AboutPromotion): MailContent {
  return composeMail({
    kind: 'promotion_approved',
    siteUrl,
    subject: `${businessName}: your promotion is approved`,
    preview: 'It appears on the home page while it is turned on.',
    heading: 'Your promotion is approved',
    before: [
      greeting(name),
      `We approved your promotion "${what}". It appears on the home page while it is turned on. The home page rotates between partners’ promotions.`,
    ],
    button: { label: 'Open WTF Promotions', link: PROMOTIONS },
    after: [],
  })
}

/** @param mail.reason as the administrator typed it */
export function promotionRejected({
  siteUrl,
  name,
  businessName,
  what,
  promotionId,
  reason,
}: AboutPromotion & { promotionId: string; reason: string }): MailContent {
  return composeMail({
    kind: 'promotion_rejected',
    siteUrl,
    subject: `${businessName}: your promotion was rejected`,
    preview: 'We cannot show it in its current form.',
    heading: 'We rejected your promotion',
    before: [
      greeting(name),
      `We rejected your promotion "${what}", so it is not shown. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open WTF Promotions', link: PROMOTIONS },
    after: [
      'You can replace the file under WTF Promotions. We will review the new one.',
      appealLine(siteUrl, 'promotion', promotionId),
    ],
  })
}
