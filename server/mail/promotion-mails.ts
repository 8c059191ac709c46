import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { appealLine } from './moderation-mails.ts'

interface AboutPromotion {
  siteUrl: string
  name: string
  businessName: string
  /** What the promotion shows, as the partner says. */
  what: string
}

const PROMOTIONS = '/brand/dashboard/promotions'

/** An administrator has approved a promotion. */
export function promotionApproved({ siteUrl, name, businessName, what }: AboutPromotion): MailContent {
  return composeMail({
    kind: 'promotion_approved',
    siteUrl,
    subject: `${businessName}: your promotion is approved`,
    preview: 'It is shown on the home page as long as it is switched on.',
    heading: 'Your promotion is approved',
    before: [
      greeting(name),
      `We have looked at your promotion "${what}". It is shown on the home page as long as it is switched on; partners take turns there.`,
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
    subject: `${businessName}: about your promotion`,
    preview: 'We cannot show it as it is.',
    heading: 'We cannot show this promotion',
    before: [
      greeting(name),
      `We have looked at your promotion "${what}", and do not show it. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open WTF Promotions', link: PROMOTIONS },
    after: ['You can replace the file there: we look at the new one.', appealLine(siteUrl, 'promotion', promotionId)],
  })
}
