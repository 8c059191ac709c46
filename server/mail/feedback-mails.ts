import { composeMail, greeting, type MailContent } from './compose-mail.ts'

const MAX_SUBJECT_NAME = 50
const MAX_QUOTE = 600

interface ToShopper {
  siteUrl: string
  name: string | undefined
}

interface FromStore extends ToShopper {
  businessName: string
  /** The page where shoppers write to the store. */
  storeFeedbackPath: string
  /** The store's text. */
  response: string
}

/** Tells a shopper that a store has replied to their review. Neither side learns the other's address. */
export function reviewAnswered({
  siteUrl,
  name,
  businessName,
  storeFeedbackPath,
  response,
  productName,
  productPath,
  review,
}: FromStore & {
  productName: string
  /** Null while the product is not listed. */
  productPath: string | null
  /** The shopper's text. */
  review: string
}): MailContent {
  const store = oneLine(businessName)
  const product = oneLine(productName)
  return composeMail({
    kind: 'review_answered',
    siteUrl,
    subject: `${shortened(store)} replied to your review`,
    preview: `About ${product}.`,
    heading: 'The store replied to your review',
    before: [
      greeting(name),
      `${store} replied to your review of ${product}. Everyone can read the reply below the review:`,
      ...paragraphsOf(response),
    ],
    button: productPath === null ? undefined : { label: 'View the reply', link: productPath },
    after: [...quoteOf(review), howToAnswer(siteUrl, store, storeFeedbackPath)],
  })
}

/** Tells a shopper that a store has replied to their feedback. Neither side learns the other's address. */
export function feedbackAnswered({
  siteUrl,
  name,
  businessName,
  storeFeedbackPath,
  response,
  feedback,
}: FromStore & {
  /** The shopper's text. */
  feedback: string
}): MailContent {
  const store = oneLine(businessName)
  return composeMail({
    kind: 'feedback_answered',
    siteUrl,
    subject: `${shortened(store)} replied to your feedback`,
    preview: 'The store has read your message.',
    heading: 'The store replied to your feedback',
    before: [greeting(name), `${store} replied to your message:`, ...paragraphsOf(response)],
    button: { label: `Write to ${shortened(store)} again`, link: storeFeedbackPath },
    after: [...quoteOf(feedback), howToAnswer(siteUrl, store, storeFeedbackPath)],
  })
}

/** Asks a subscribed buyer for a review, once per sale. @param mail.products at least one */
export function reviewRequest({
  siteUrl,
  name,
  products,
  unsubscribeLink,
}: ToShopper & {
  products: Array<{ name: string; brand: string; reviewPath: string }>
  /** The page that stops these emails. */
  unsubscribeLink: string
}): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const first = oneLine(products[0]?.name ?? '')
  const subject = products.length === 1 ? `How do you like ${shortened(first)}?` : 'How do you like what you bought?'
  return {
    ...composeMail({
      kind: 'review_request',
      siteUrl,
      subject,
      preview: 'A few words help other shoppers.',
      heading: 'How do you like it?',
      before: [
        greeting(name),
        'A few weeks ago, you bought something from a store you found on WTF. How does it fit, and how is the quality? Our team checks every review, and we publish good and bad ones.',
      ],
      things: {
        shown: products.map((product) => ({
          name: oneLine(product.name),
          label: oneLine(product.brand),
          news: 'Write a review',
          link: product.reviewPath,
        })),
      },
      after: [
        'We only ask once.',
        `You’re receiving this email because review requests are turned on. Change your settings: ${new URL('/settings/notifications', siteUrl).href}`,
        `To unsubscribe, open ${unsubscribeUrl}`,
      ],
    }),
    unsubscribeUrl,
  }
}

const howToAnswer = (siteUrl: string, store: string, path: string): string =>
  `Replies to this email do not reach ${store}, and the store does not know your email address. To write to the store again, go to ${new URL(path, siteUrl).href}`

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)

function quoteOf(written: string): string[] {
  const text =
    written.length > MAX_QUOTE ? `${written.slice(0, MAX_QUOTE).toWellFormed().trimEnd()}...` : written.trim()
  return text ? ['You wrote:', ...paragraphsOf(text).map((line) => `> ${line}`)] : []
}

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

const shortened = (name: string): string =>
  name.length > MAX_SUBJECT_NAME ? `${name.slice(0, MAX_SUBJECT_NAME).toWellFormed().trimEnd()}...` : name
