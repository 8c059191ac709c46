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
    text: 'Something on your wishlist has become cheaper by your percentage, or has come down to your target.',
  },
  backInStock: { name: 'Back in stock', text: 'Something on your wishlist is back in stock, or nearly gone.' },
  reviewRequests: {
    name: 'How was it?',
    text: 'Two weeks or more after you bought something in a store that you found here, we ask for a review. Once.',
  },
  news: { name: 'News', text: 'New brands and collections, now and then.' },
}
const ALWAYS = [
  'Confirming an address',
  'Sign-in links and new passwords that you ask for',
  'Changes of your password or address',
  'Closing your account',
  'What a store answers to your review or your feedback',
]

/** Each change is saved at once, and undone if saving fails. */
export function NotificationsTab({ account: { email, isEmailVerified, notifications } }: { account: Account }) {
  const { Form, props, chosen, isSaved, refused } = useAutoSave('notifications')
  return (
    <>
      <TabHeading title="Notifications">Mails to {email}. Nothing comes that you have not asked for.</TabHeading>
      <Section
        id="notifications"
        title="Mails you may want"
        hint={
          isEmailVerified
            ? 'All that happens on your wishlist comes in one mail, once a day at most.'
            : 'They are sent once your address is confirmed.'
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
          How much cheaper, and at what hours we write:{' '}
          <Link to={paths.settings('wishlist')} className="link">
            Wishlist settings
          </Link>
        </p>
      </Section>
      <Section id="always" title="Always sent" hint="They keep your account safe, or answer what you wrote.">
        <ul className="space-y-1.5 text-muted">
          {ALWAYS.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
