import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface SwitchedOff {
  siteUrl: string
  name: string
  businessName: string
  webhookId: string
  host: string
  /** A sentence. */
  why: string
}

/** Tells a store's owner that we switched off one of the store's webhooks. */
export function webhookSwitchedOff({ siteUrl, name, businessName, webhookId, host, why }: SwitchedOff): MailContent {
  return composeMail({
    kind: 'webhook_switched_off',
    siteUrl,
    subject: `${businessName}: we switched off your webhook to ${host}`,
    preview: why,
    heading: `We switched off your webhook to ${host}`,
    before: [
      greeting(name),
      `${businessName} has a webhook to ${host}. ${why} We have switched the webhook off, so it no longer receives events.`,
      'Check the delivery log, correct the problem and turn the webhook on again. We will then deliver the events that are still waiting. You can also send failed deliveries again.',
    ],
    button: { label: 'Open the delivery log', link: `/brand/dashboard/connect-store/webhooks/${webhookId}` },
    after: ['We do not record events for a webhook while it is off.'],
  })
}
