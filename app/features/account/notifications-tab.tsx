import { Link } from '#app/components/link.tsx'
import type { Account } from './profile-section.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TabHeading } from './settings-page.tsx'
import { useAutoSave } from '#app/lib/use-auto-save.ts'
import { FormMessage } from '#app/components/field.tsx'
import { paths } from '#app/lib/paths.ts'
import { NOTIFICATIONS, type NotificationKey } from '#server/accounts/account-values.schema.ts'

const WORDS: Record<NotificationKey, { name: string; text: string }> = {
  priceDrops: {
    name: 'Price drops',
    text: 'An item on your wishlist drops by your chosen percentage or reaches your target price.',
  },
  backInStock: { name: 'Back in stock', text: 'An item on your wishlist is back in stock or selling fast.' },
  reviewRequests: {
    name: 'Review requests',
    text: 'We ask for a review once, at least two weeks after you buy from a store you found here.',
  },
  news: { name: 'News', text: 'Occasional emails about new brands and collections.' },
}
const ALWAYS = [
  'Email address confirmations',
  'Sign-in links and password resets you request',
  'Changes to your password or email address',
  'Account closure',
  'Store replies to your reviews and feedback',
]

/** Each change is saved at once, and undone if saving fails. */
export function NotificationsTab({ account: { email, isEmailVerified, notifications } }: { account: Account }) {
  const { Form, props, chosen, isSaved, refused } = useAutoSave('notifications')
  return (
    <>
      <TabHeading title="Notifications">Choose the emails we send to {email}.</TabHeading>
      <Section
        id="notifications"
        title="Optional emails"
        hint={
          isEmailVerified
            ? 'We send wishlist updates in one email, at most once a day.'
            : 'Confirm your email address to get these emails.'
        }
        saved={isSaved ? 'Notifications saved' : undefined}
      >
        <Form {...props}>
          <input type="hidden" name="form" value="notifications" />
          <FormMessage>{refused?.message}</FormMessage>
          <ul className="divide-y divide-line/60">
            {NOTIFICATIONS.map((key) => (
              <li key={key} className="py-3 first:pt-0">
                <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
                  <span>
                    {WORDS[key].name}
                    <span className="block text-sm text-muted">{WORDS[key].text}</span>
                  </span>
                  <input
                    type="checkbox"
                    role="switch"
                    name={key}
                    checked={chosen ? chosen.has(key) : notifications[key]}
                    onChange={() => undefined}
                    className="switch"
                  />
                </label>
              </li>
            ))}
          </ul>
          <button type="submit" className="button button-accent no-script-only mt-5">
            Save
          </button>
        </Form>
        <p className="mt-5 text-sm text-muted">
          Choose your price drop percentage and quiet hours in your{' '}
          <Link to={paths.settings('wishlist')} className="link">
            wishlist settings
          </Link>
          .
        </p>
      </Section>
      <Section id="always" title="Always sent" hint="These emails protect your account or reply to your messages.">
        <ul className="space-y-1.5 text-muted">
          {ALWAYS.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
