import { composeMail, greeting, type MailContent } from './compose-mail.ts'

// What the owner of a store hears of plans that it is offered. `plan` in words, with its rates.

interface AboutPlan {
  siteUrl: string
  name: string
  businessName: string
  plan: string
}

const BILLING = '/brand/dashboard/settings/billing'

const longDay = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** @param mail.isNow it holds as soon as it is accepted, not from a later date */
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
    subject: `${businessName}: another commission plan for you`,
    preview: 'Nothing changes until you accept it.',
    heading: 'Another plan for you',
    before: [
      greeting(name),
      `We offer ${businessName} the plan ${plan}.`,
      isNow
        ? 'It holds as soon as you accept it, for what is ordered from then on.'
        : `If you accept it, it holds for what is ordered from ${longDay(fromAt)} (UTC) on; if you accept it later, from then on.`,
      'Until you accept it, the plan that you have stays. What was ordered before keeps its plan.',
    ],
    button: { label: 'Read and answer it', link: BILLING },
    after: ['Only the owner of the store can accept or decline it.'],
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
    subject: `${businessName}: you have accepted another plan`,
    preview: `It holds from ${longDay(fromAt)}.`,
    heading: 'Your plan changes',
    before: [
      greeting(name),
      `${businessName} has accepted the plan ${plan}. It holds for what is ordered from ${longDay(fromAt)} (UTC) on. What was ordered before keeps its plan.`,
    ],
    button: { label: 'Open your plan', link: BILLING },
    after: ['If this was not you, write to us at once.'],
  })
}

export function planOfferDeclined({ siteUrl, name, businessName, plan }: AboutPlan): MailContent {
  return composeMail({
    kind: 'plan_offer_declined',
    siteUrl,
    subject: `${businessName}: you have declined a plan`,
    preview: 'The plan that you have stays.',
    heading: 'Your plan stays',
    before: [greeting(name), `${businessName} has declined the plan ${plan}. The plan that you have stays.`],
    button: { label: 'Open your plan', link: BILLING },
    after: ['If this was not you, write to us at once.'],
  })
}

export function planOfferWithdrawn({ siteUrl, name, businessName, plan }: AboutPlan): MailContent {
  return composeMail({
    kind: 'plan_offer_withdrawn',
    siteUrl,
    subject: `${businessName}: our offer of a plan is withdrawn`,
    preview: 'The plan that you have stays.',
    heading: 'Your plan stays',
    before: [greeting(name), `We have withdrawn our offer of the plan ${plan}. The plan that you have stays.`],
    button: { label: 'Open your plan', link: BILLING },
    after: [],
  })
}
