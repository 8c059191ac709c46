import { SettingsFrame } from './settings-frame.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { useAutoSave } from '#app/lib/use-auto-save.ts'
import { DevicesSection, type Devices } from '#app/parts/notices/devices-section.tsx'
import { SALE_EMAILS, type SaleEmails, type StoreNotice } from '#server/partners/settings/preferences-values.schema.ts'

type Notices = RouterOutputs['partnerSettings']['notices']
interface Words {
  key: StoreNotice
  name: string
  text: string
}

const MAILS: readonly Words[] = [
  { key: 'emailReviews', name: 'Reviews', text: 'When someone reviews a product or messages your store.' },
  {
    key: 'emailInventory',
    name: 'Inventory',
    text: 'When products run low or sell out. At most one email a day.',
  },
  {
    key: 'emailWeeklyReport',
    name: 'Weekly report',
    text: 'Every Monday: views, store visits, and new and changed products in the previous week.',
  },
]
const SALE_EMAIL_NAMES: Record<SaleEmails, string> = {
  instant: 'Within minutes',
  daily: 'Once a day',
  off: 'Off',
}
const PUSHES: readonly Words[] = [
  {
    key: 'pushSales',
    name: 'Sales',
    text: 'When your store reports sales that we referred. At most one every 5 minutes.',
  },
  { key: 'pushReviews', name: 'Reviews', text: 'When someone reviews a product or messages your store.' },
  { key: 'pushInventory', name: 'Inventory', text: 'When products run low or sell out. At most one a day.' },
]

/** The account's own notification settings for the store. Each change is saved at once, and undone if saving fails. */
export function StoreNoticesTab({ notices, email, devices }: { notices: Notices; email: string; devices: Devices }) {
  const { Form, props, chosen, isSaved, refused } = useAutoSave('notices')
  const saleEmails = chosen?.get('emailSales') ?? notices.emailSales
  const isOn = (key: StoreNotice) => (chosen ? chosen.has(key) : notices[key])
  return (
    <SettingsFrame
      title="Notifications"
      lead={`Only for you. Each colleague chooses their own. We send emails to ${email}.`}
    >
      <Form {...props}>
        <input type="hidden" name="form" value="notices" />
        <FormMessage>{refused?.message}</FormMessage>
        <Section id="mails" title="By email" saved={isSaved ? 'Notifications saved' : undefined}>
          <fieldset className="border-b border-line/60 pb-3">
            <legend>Sales</legend>
            <p className="text-sm text-muted">
              When your store reports sales that we referred. Daily emails come at 8:00 in your store’s time zone.
            </p>
            <div className="mt-2 flex flex-wrap gap-x-6">
              {SALE_EMAILS.map((value) => (
                <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="radio"
                    name="emailSales"
                    value={value}
                    checked={saleEmails === value}
                    onChange={() => undefined}
                  />
                  {SALE_EMAIL_NAMES[value]}
                </label>
              ))}
            </div>
          </fieldset>
          <Switches words={MAILS} isOn={isOn} />
        </Section>
        <Section id="push" title="Push" hint="We send these to every device where you turn on notifications below.">
          <Switches words={PUSHES} isOn={isOn} />
        </Section>
        <button type="submit" className="button button-accent no-script-only mt-5">
          Save
        </button>
      </Form>
      <DevicesSection
        {...devices}
        title="Devices"
        hint="Notifications reach you only on devices where you turn them on. They also cover brands and searches that you follow as a shopper."
        forms={dashboardPaths.storeSettings('notifications')}
      />
    </SettingsFrame>
  )
}

function Switches({ words, isOn }: { words: readonly Words[]; isOn: (key: StoreNotice) => boolean }) {
  return (
    <ul className="divide-y divide-line/60">
      {words.map(({ key, name, text }) => (
        <li key={key} className="py-3">
          <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
            <span>
              {name}
              <span className="block text-sm text-muted">{text}</span>
            </span>
            <input
              type="checkbox"
              role="switch"
              name={key}
              checked={isOn(key)}
              onChange={() => undefined}
              className="switch"
            />
          </label>
        </li>
      ))}
    </ul>
  )
}
