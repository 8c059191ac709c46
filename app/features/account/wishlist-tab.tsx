import { Link } from '#app/components/link.tsx'
import type { Account } from './profile-section.tsx'
import { useSaved } from './saved-notices.ts'
import { Facts, Section } from '#app/components/settings-section.tsx'
import { TabHeading } from './settings-page.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TimeZoneField } from '#app/components/time-zone-field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { usePageForm, type FormState } from '#app/lib/form.ts'
import { formatProducts } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import type { TimeZoneChoice } from '#app/lib/time-zone.ts'

interface WishlistSettings {
  timeZone: string
  quietFrom: number
  quietUntil: number
  dropPercent: number
}

interface WishlistTabProps {
  account: Account
  settings: WishlistSettings
  /** The number of products on the wishlist. */
  count: number
  /** The time zones that the server knows. */
  timeZones: readonly TimeZoneChoice[]
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')

/** The settings for wishlist notifications. */
export function WishlistTab({ account, settings, count, timeZones }: WishlistTabProps) {
  const form = usePageForm('wishlist')
  const saved = useSaved('alerts')
  const { notifications, email } = account
  const { Form } = form
  return (
    <>
      <TabHeading title="Wishlist">Your saved products and their alerts.</TabHeading>
      <Section id="wishlist" title="Your wishlist">
        <p>{count ? `${formatProducts(count)} saved.` : 'No products saved yet.'}</p>
        <p className="mt-5">
          <Link to={paths.wishlist()} className="button button-quiet">
            View Wishlist
          </Link>
        </p>
      </Section>
      <Section
        id="alerts"
        title="Price drops and quiet hours"
        hint="You can change this for each product on your wishlist."
        saved={saved}
      >
        <Form {...form.props} className="grid max-w-md gap-5">
          <input type="hidden" name="form" value="wishlist" />
          <Field
            form={form}
            name="dropPercent"
            label="Alert me when the price drops by at least (%)"
            type="number"
            inputMode="numeric"
            min={1}
            max={95}
            defaultValue={settings.dropPercent}
            hint="Compared with the product’s usual price. A higher price becomes the usual one after 30 days."
          />
          <div className="grid grid-cols-2 gap-5">
            <HourField form={form} name="quietFrom" label="No emails from" hour={settings.quietFrom} />
            <HourField form={form} name="quietUntil" label="until" hour={settings.quietUntil} />
          </div>
          <p className="-mt-3 text-sm text-muted">To turn off quiet hours, choose the same time in both fields.</p>
          <TimeZoneField form={form} saved={settings.timeZone} known={timeZones} />
          <div>
            <FormMessage>{form.message}</FormMessage>
            <SubmitButton form={form} busy="Saving..." className="">
              Save wishlist settings
            </SubmitButton>
          </div>
        </Form>
      </Section>
      <Section
        id="mails"
        title="Emails"
        hint={`To ${email}, at most once a day.`}
        edit={{ to: paths.settings('notifications'), label: 'Change your email settings' }}
      >
        <Facts
          facts={[
            ['Price drops', onOff(notifications.priceDrops)],
            ['Back in stock', onOff(notifications.backInStock)],
          ]}
        />
      </Section>
    </>
  )
}

function HourField({ form, name, label, hour }: { form: FormState; name: string; label: string; hour: number }) {
  return (
    <SelectField form={form} name={name} label={label} defaultValue={String(hour)}>
      {HOURS.map((each) => (
        <option key={each} value={each}>
          {String(each).padStart(2, '0')}:00
        </option>
      ))}
    </SelectField>
  )
}
