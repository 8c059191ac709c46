import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutProduct {
  siteUrl: string
  /** The name of the partner's contact. */
  name: string
  businessName: string
  product: string
  productId: string
}

const FINAL = 'Our answer to an appeal is final.'

/** An administrator has taken a product out of the shop. @param mail.reason in the administrator's words */
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
    preview: 'It is not listed any more. The reason is in this mail.',
    heading: 'We have taken a product down',
    before: [
      greeting(name),
      `${what} is not listed any more. Nothing is deleted, and no file, feed or store lists it again. The reason:`,
      ...inParagraphs(reason),
    ],
    button: { label: 'Open the product', link: `/brand/dashboard/products/${productId}` },
    after: [appealLine(siteUrl, 'product', productId)],
  })
}

/** A product that was taken down is back, with its partner's own status. */
export function productRestored({ siteUrl, name, businessName, product, productId }: AboutProduct): MailContent {
  const what = oneLine(product)
  return composeMail({
    kind: 'product_restored',
    siteUrl,
    subject: `${oneLine(businessName)}: ${what} is back`,
    preview: 'It is listed again, if it is published.',
    heading: 'Your product is back',
    before: [greeting(name), `We had taken ${what} down. It can be found again from now on, if it is published.`],
    button: { label: 'Open the product', link: `/brand/dashboard/products/${productId}` },
    after: [],
  })
}

/** The answer to a shopper who reported a product. */
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
  const heading = isTakenDown ? 'We have taken the product down' : 'The product stays'
  return composeMail({
    kind: 'report_answered',
    siteUrl,
    subject: `About the product that you reported: ${what}`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      isTakenDown
        ? `We reviewed ${what}, which you reported. It is no longer listed. Thank you for telling us.`
        : `We reviewed ${what}, which you reported, and found no reason to remove it. Thank you for telling us.`,
    ],
    button: undefined,
    after: ['We did not tell the store your name.'],
  })
}

/** An administrator has taken a picture off a store's page. @param mail.what 'logo' or 'hero picture' */
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
    preview: 'Your page is shown without it. The reason is in this mail.',
    heading: 'We have taken a picture down',
    before: [
      greeting(name),
      `Your page is shown without its ${what} from now on. The reason:`,
      ...inParagraphs(reason),
    ],
    button: { label: 'Put another picture', link: '/brand/dashboard/storefront' },
    after: ['You can put another picture at any time.', appealLine(siteUrl, 'picture', pictureId)],
  })
}

/** A picture that was taken down is on its page again. @param mail.what 'logo' or 'hero picture' */
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
    preview: 'It is on your page again.',
    heading: 'Your picture is back',
    before: [greeting(name), `We had taken your ${what} down. It is on your page again.`],
    button: { label: 'Open your page', link: '/brand/dashboard/storefront' },
    after: [],
  })
}

/** The answer to an appeal. @param mail.reason in the administrator's words; '' for none */
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
  const heading = isOverturned ? 'You were right' : 'Our decision stands'
  return composeMail({
    kind: 'appeal_answered',
    siteUrl,
    subject: `About your appeal: ${what}`,
    preview: heading,
    heading,
    before: [
      greeting(name),
      isOverturned
        ? `We have looked again at our decision about ${what}, and have taken it back.`
        : `We have looked again at our decision about ${what}, and it stands.`,
      ...inParagraphs(reason),
    ],
    button: undefined,
    after: isOverturned ? [] : [FINAL],
  })
}

/** Returns the sentence about how to appeal a decision. */
export const appealLine = (siteUrl: string, kind: string, subjectId: string): string =>
  `If you think that we are wrong, you can say so once, and we look again: ${new URL(`/appeal/${kind}/${subjectId}`, siteUrl).href}`

const inParagraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean)

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
