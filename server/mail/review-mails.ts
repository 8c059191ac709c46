import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { appealLine } from './moderation-mails.ts'

interface AboutReview {
  siteUrl: string
  name: string
  product: string
  /** The product's page; null while it is not listed. */
  link: string | null
}

/** Tells a shopper that an administrator has approved their review. */
export function reviewApproved({ siteUrl, name, product, link }: AboutReview): MailContent {
  const what = oneLine(product)
  return composeMail({
    kind: 'review_approved',
    siteUrl,
    subject: `Your review of ${what} is published`,
    preview: 'It is on the product page, with your first name and the initial of your last name.',
    heading: 'Your review is published',
    before: [
      greeting(name),
      `We approved your review of ${what}. It is on the product page, with your first name and the initial of your last name.`,
    ],
    button: link === null ? undefined : { label: 'Open the product', link },
    after: ['If you edit it, we review it again before we publish the changes.'],
  })
}

/**
 * @param mail.wasShown it was approved before
 * @param mail.reason in the administrator's words
 */
export function reviewRejected({
  siteUrl,
  name,
  product,
  link,
  reviewId,
  wasShown,
  reason,
}: AboutReview & { reviewId: string; wasShown: boolean; reason: string }): MailContent {
  const what = oneLine(product)
  const heading = wasShown ? 'We have taken your review down' : 'We rejected your review'
  return composeMail({
    kind: 'review_rejected',
    siteUrl,
    subject: `About your review of ${what}`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      wasShown
        ? `We checked your review of ${what} again and took it down. The reason:`
        : `We rejected your review of ${what}. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: link === null ? undefined : { label: 'Open the product', link },
    after: [
      ...(link === null ? [] : ['You can edit your review on the product page. We will then review it again.']),
      appealLine(siteUrl, 'review', reviewId),
      `Our review policy: ${new URL('/reviews-policy', siteUrl).href}`,
    ],
  })
}

interface AboutFlag {
  siteUrl: string
  name: string
  businessName: string
}

/** Tells a partner that an administrator has decided on a review that the partner flagged. */
export function reviewFlagAnswered({
  siteUrl,
  name,
  businessName,
  product,
  reviewId,
  isKept,
}: AboutFlag & { product: string; reviewId: string; isKept: boolean }): MailContent {
  const what = oneLine(product)
  const heading = isKept ? 'We kept the review' : 'We took the review down'
  return composeMail({
    kind: 'review_flag_answered',
    siteUrl,
    subject: `${oneLine(businessName)}: about the review you flagged`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      isKept
        ? `We checked the review of ${what} that you flagged. It follows our policy, so it stays published. You can respond to it, and your response will appear below it.`
        : `We took down the review of ${what} that you flagged. It is no longer shown, and its rating no longer counts.`,
    ],
    button: { label: 'Open Customer Feedback', link: FEEDBACK },
    after: [
      `Our review policy: ${new URL('/reviews-policy', siteUrl).href}`,
      ...(isKept ? [appealLine(siteUrl, 'review_flag', reviewId)] : []),
    ],
  })
}

/**
 * Tells a partner that an administrator has decided on a shopper's message that the partner flagged. @param mail.title
 * the message's title, in the shopper's words
 */
export function feedbackFlagAnswered({
  siteUrl,
  name,
  businessName,
  title,
  isClosed,
}: AboutFlag & { title: string; isClosed: boolean }): MailContent {
  const heading = isClosed ? 'We closed the message' : 'The message stays open'
  const what = oneLine(title)
  return composeMail({
    kind: 'feedback_flag_answered',
    siteUrl,
    subject: `${oneLine(businessName)}: about the message you flagged`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      `We checked the message you flagged${what ? `, "${what}"` : ''}.`,
      isClosed
        ? 'We closed it, so you don’t need to respond.'
        : 'We found nothing wrong with it, so it stays open for you to respond.',
    ],
    button: { label: 'Open Customer Feedback', link: FEEDBACK },
    after: [],
  })
}

const FEEDBACK = '/brand/dashboard/feedback'

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
