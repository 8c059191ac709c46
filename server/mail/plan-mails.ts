import { composeMail, greeting, type MailContent } from './compose-mail.ts'

// Emails to a store's owner about plan offers. `plan` describes the plan in words, with its rates.

interface AboutPlan {
  siteUrl: string
  name: string
  businessName: string
  plan: string
}

const BILLING = '/brand/dashboard/settings/billing'

const longDay = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** @param mail.isNow the plan applies as soon as it is accepted, not from a later date */
export function planOffered({
  siteUrl,
  name,
  businessName,
  plan,
  fromAt,
  isNow,
}: AboutPlan & { fromAt: Date; isNow: boolean }): MailContent {
  return composeMail({
    kind: 'plan_offered',
    siteUrl,
    subject: `${businessName}: we are offering you a new commission plan`,
    preview: 'Nothing changes until you accept it.',
    heading: 'A new commission plan for you',
    before: [
      greeting(name),
      `We are offering ${businessName} the commission plan ${plan}.`,
      isNow
        ? 'It applies to orders placed after you accept it.'
        : `If you accept it before ${longDay(fromAt)} (UTC), it applies to orders placed from that day. If you accept it later, it applies to orders placed after you accept.`,
      'Until you accept it, you stay on your current plan. Earlier orders keep the plan they were placed under.',
    ],
    button: { label: 'Review the offer', link: BILLING },
    after: ['Only the store’s owner can accept or decline it.'],
  })
}

export function planOfferAccepted({
  siteUrl,
  name,
  businessName,
  plan,
  fromAt,
}: AboutPlan & { fromAt: Date }): MailContent {
  return composeMail({
    kind: 'plan_offer_accepted',
    siteUrl,
    subject: `${businessName}: you accepted a new plan`,
    preview: `It applies from ${longDay(fromAt)}.`,
    heading: 'Your plan is changing',
    before: [
      greeting(name),
      `${businessName} accepted the plan ${plan}. It applies to orders placed from ${longDay(fromAt)} (UTC). Earlier orders keep the plan they were placed under.`,
    ],
    button: { label: 'Open your plan', link: BILLING },
    after: ['If this was not you, contact us immediately.'],
  })
}

export function planOfferDeclined({ siteUrl, name, businessName, plan }: AboutPlan): MailContent {
  return composeMail({
    kind: 'plan_offer_declined',
    siteUrl,
    subject: `${businessName}: you declined a plan`,
    preview: 'You stay on your current plan.',
    heading: 'Your plan stays the same',
    before: [greeting(name), `${businessName} declined the plan ${plan}. You stay on your current plan.`],
    button: { label: 'Open your plan', link: BILLING },
    after: ['If this was not you, contact us immediately.'],
  })
}

export function planOfferWithdrawn({ siteUrl, name, businessName, plan }: AboutPlan): MailContent {
  return composeMail({
    kind: 'plan_offer_withdrawn',
    siteUrl,
    subject: `${businessName}: we withdrew our plan offer`,
    preview: 'You stay on your current plan.',
    heading: 'Your plan stays the same',
    before: [greeting(name), `We withdrew our offer of the plan ${plan}. You stay on your current plan.`],
    button: { label: 'Open your plan', link: BILLING },
    after: [],
  })
}
