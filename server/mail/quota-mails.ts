import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface ReachedQuota {
  /** '450 of 500 products' */
  what: string
  isFull: boolean
}

/** Tells the owner of a store that limits are near or reached, before or when that keeps something out. */
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
    subject: `${businessName}: ${isFull ? 'a limit is reached' : 'close to a limit'}`,
    preview: reached.map(({ what }) => what).join(', '),
    heading,
    before: [
      greeting(name),
      `${businessName} now uses:`,
      ...reached.map((quota) => `${quota.what}${quota.isFull ? ' (limit reached)' : ''}`),
      isFull
        ? 'What you already have stays online, and you can go on editing it. Anything beyond a limit is not added: imports list what they left out.'
        : 'Nothing is left out yet. At the limit, what you already have stays online and can be edited, but nothing can be added.',
      isPending
        ? 'Your limits rise once your store is approved. You do not need to do anything for that.'
        : 'If you need more, write to us and tell us about your catalogue.',
    ],
    button: { label: 'See usage and limits', link: '/brand/dashboard/settings/usage' },
    after: ['We write once for each limit, and again only after your usage has fallen.'],
  })
}
