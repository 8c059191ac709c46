import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutProduct {
  siteUrl: string
  /** The name of the partner's contact. */
  name: string
  businessName: string
  product: string
  productId: string
}

const FINAL = 'Decisions on appeals are final.'

/** Tells a partner that an administrator has taken down a product. @param mail.reason in the administrator's words */
export function productTakenDown({
  siteUrl,
  name,
  businessName,
  product,
  productId,
  reason,
}: AboutProduct & { reason: string }): MailContent {
  const what = oneLine(product)
  return composeMail({
    kind: 'product_taken_down',
    siteUrl,
    subject: `${oneLine(businessName)}: we have taken down ${what}`,
    preview: 'It is no longer listed. Read the reason.',
    heading: 'We have taken a product down',
    before: [
      greeting(name),
      `We took down ${what}, so it is no longer listed. Nothing was deleted. Importing or syncing the product will not list it again. The reason:`,
      ...inParagraphs(reason),
    ],
    button: { label: 'Open the product', link: `/brand/dashboard/products/${productId}` },
    after: [appealLine(siteUrl, 'product', productId)],
  })
}

/** Tells a partner that a product that was taken down is back, with the status that the partner set. */
export function productRestored({ siteUrl, name, businessName, product, productId }: AboutProduct): MailContent {
  const what = oneLine(product)
  return composeMail({
    kind: 'product_restored',
    siteUrl,
    subject: `${oneLine(businessName)}: ${what} is back`,
    preview: 'If it is published, shoppers can find it again.',
    heading: 'Your product is back',
    before: [
      greeting(name),
      `We took ${what} down earlier and have now restored it. If it is published, shoppers can find it again.`,
    ],
    button: { label: 'Open the product', link: `/brand/dashboard/products/${productId}` },
    after: [],
  })
}

/** Tells a shopper that an administrator has decided on the product they reported. */
export function reportAnswered({
  siteUrl,
  name,
  product,
  isTakenDown,
}: {
  siteUrl: string
  name: string
  product: string
  isTakenDown: boolean
}): MailContent {
  const what = oneLine(product)
  const heading = isTakenDown ? 'We have taken the product down' : 'The product stays listed'
  return composeMail({
    kind: 'report_answered',
    siteUrl,
    subject: `About the product you reported: ${what}`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      isTakenDown
        ? `We reviewed ${what}, which you reported. It is no longer listed. Thank you for telling us.`
        : `We reviewed ${what}, which you reported, and found no reason to remove it. Thank you for telling us.`,
    ],
    button: undefined,
    after: ['We did not share your name with the store.'],
  })
}

/**
 * Tells a partner that an administrator has taken down an image of the store page. @param mail.what 'logo' or 'hero
 * image'
 */
export function pictureTakenDown({
  siteUrl,
  name,
  businessName,
  what,
  pictureId,
  reason,
}: {
  siteUrl: string
  name: string
  businessName: string
  what: string
  pictureId: string
  reason: string
}): MailContent {
  return composeMail({
    kind: 'picture_taken_down',
    siteUrl,
    subject: `${oneLine(businessName)}: we have taken down your ${what}`,
    preview: 'It no longer appears on your store page. Read the reason.',
    heading: 'We have taken down your image',
    before: [
      greeting(name),
      `We took down your ${what}, so it no longer appears on your store page. The reason:`,
      ...inParagraphs(reason),
    ],
    button: { label: 'Upload another image', link: '/brand/dashboard/storefront' },
    after: ['You can upload another image at any time.', appealLine(siteUrl, 'picture', pictureId)],
  })
}

/** Tells a partner that an image that was taken down is back. @param mail.what 'logo' or 'hero image' */
export function pictureRestored({
  siteUrl,
  name,
  businessName,
  what,
}: {
  siteUrl: string
  name: string
  businessName: string
  what: string
}): MailContent {
  return composeMail({
    kind: 'picture_restored',
    siteUrl,
    subject: `${oneLine(businessName)}: your ${what} is back`,
    preview: 'It is on your store page again.',
    heading: 'Your image is back',
    before: [
      greeting(name),
      `We took down your ${what} earlier and have now restored it. It is on your store page again.`,
    ],
    button: { label: 'Open your page', link: '/brand/dashboard/storefront' },
    after: [],
  })
}

/**
 * Tells the person who appealed how the appeal was decided. @param mail.reason in the administrator's words; '' for
 * none
 */
export function appealAnswered({
  siteUrl,
  name,
  subject,
  isOverturned,
  reason,
}: {
  siteUrl: string
  name: string
  /** The subject of the decision. */
  subject: string
  isOverturned: boolean
  reason: string
}): MailContent {
  const what = oneLine(subject)
  const heading = isOverturned ? 'We reversed our decision' : 'Our decision stands'
  return composeMail({
    kind: 'appeal_answered',
    siteUrl,
    subject: `About your appeal: ${what}`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      isOverturned
        ? `We reviewed your appeal and reversed our decision about ${what}.`
        : `We reviewed your appeal and upheld our decision about ${what}.`,
      ...inParagraphs(reason),
    ],
    button: undefined,
    after: isOverturned ? [] : [FINAL],
  })
}

/** Returns the sentence about how to appeal a decision. */
export const appealLine = (siteUrl: string, kind: string, subjectId: string): string =>
  `If you disagree with our decision, you can appeal once: ${new URL(`/appeal/${kind}/${subjectId}`, siteUrl).href}`

const inParagraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean)

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
