import { SettingsFrame } from './settings-frame.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { useAutoSave } from '#app/lib/use-auto-save.ts'
import type { StoreNotice } from '#server/partners/settings/preferences-values.schema.ts'

type Notices = RouterOutputs['partnerSettings']['notices']
interface Words {
  key: StoreNotice
  name: string
  text: string
  /** Nothing is sent yet: the choice is kept for when there is. */
  isComing?: true
}

const MAILS: readonly Words[] = [
  { key: 'emailSales', name: 'Sales', text: 'A sale that we referred is reported.', isComing: true },
  { key: 'emailReviews', name: 'Reviews', text: 'Somebody reviews one of your products, or writes to your store.' },
  {
    key: 'emailInventory',
    name: 'Inventory',
    text: 'Which products have become low or are gone: once a day at most, once for each.',
  },
  {
    key: 'emailWeeklyReport',
    name: 'Weekly report',
    text: 'On Mondays: looks, visits to your store, new and changed products of the week before.',
  },
]
const PUSHES: readonly Words[] = [
  { key: 'pushSales', name: 'Sales', text: 'As by mail, on this device.', isComing: true },
  { key: 'pushReviews', name: 'Reviews', text: 'As by mail, on this device.', isComing: true },
  { key: 'pushInventory', name: 'Inventory', text: 'As by mail, on this device.', isComing: true },
]

/** Each change is saved at once, and undone if saving fails. They are the account's own, not the store's. */
export function StoreNoticesTab({ notices, email }: { notices: Notices; email: string }) {
  const { Form, props, chosen, isSaved, refused } = useAutoSave('notices')
  const isOn = (key: StoreNotice) => (chosen ? chosen.has(key) : notices[key])
  return (
    <SettingsFrame
      title="Notifications"
      lead={`Yours alone; your colleagues choose for themselves. Mails go to ${email}.`}
    >
      <Form {...props}>
        <input type="hidden" name="form" value="notices" />
        <FormMessage>{refused?.message}</FormMessage>
        <Section id="mails" title="By mail" saved={isSaved ? 'Notifications saved' : undefined}>
          <Switches words={MAILS} isOn={isOn} />
        </Section>
        <Section id="push" title="Push" hint="Your choice is kept for the day on which they begin.">
          <Switches words={PUSHES} isOn={isOn} />
        </Section>
        <button type="submit" className="button button-accent no-script-only mt-5">
          Save
        </button>
      </Form>
    </SettingsFrame>
  )
}

function Switches({ words, isOn }: { words: readonly Words[]; isOn: (key: StoreNotice) => boolean }) {
  return (
    <ul className="divide-y divide-line/60">
      {words.map(({ key, name, text, isComing }) => (
        <li key={key} className="py-3 first:pt-0">
          <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
            <span>
              {name}
              {isComing && <span className="ml-3 text-xs text-muted">Coming Soon</span>}
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
