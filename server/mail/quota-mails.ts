import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface ReachedQuota {
  /** '450 of 500 products' */
  what: string
  isFull: boolean
}

/** Tells a store's owner that the store is close to a limit or has reached one. */
export function quotaWarning({
  siteUrl,
  name,
  businessName,
  reached,
  isPending,
}: {
  siteUrl: string
  name: string
  businessName: string
  reached: ReachedQuota[]
  isPending: boolean
}): MailContent {
  const isFull = reached.some((quota) => quota.isFull)
  const heading = isFull ? 'Your store has reached a limit' : 'Your store is close to a limit'
  return composeMail({
    kind: 'quota_warning',
    siteUrl,
    subject: `${businessName}: ${isFull ? 'you have reached a limit' : 'you are close to a limit'}`,
    preview: reached.map(({ what }) => what).join(', '),
    heading,
    before: [
      greeting(name),
      `${businessName} now uses:`,
      ...reached.map((quota) => `${quota.what}${quota.isFull ? ' (limit reached)' : ''}`),
      isFull
        ? 'Your products stay online, and you can still edit them. You cannot add more until your usage falls below the limit. Imports show which products were left out.'
        : 'You can still add products as usual. When you reach a limit, your products stay online and you can still edit them, but you cannot add more.',
      isPending
        ? 'Your limits rise automatically once your store is approved.'
        : 'If you need a higher limit, contact us and tell us how large your catalogue is.',
    ],
    button: { label: 'See usage and limits', link: '/brand/dashboard/settings/usage' },
    after: ['We email you once about each limit, and again only if your usage falls and then rises again.'],
  })
}
