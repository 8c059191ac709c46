import { useEffect } from 'react'
import type { Account } from './profile-section.tsx'
import { useSaved } from './saved-notices.ts'
import { Section } from '#app/components/settings-section.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TabHeading } from './settings-page.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { keepAccountCurrency } from '#app/lib/readers-currency.ts'
import { ThemeChoice } from '#app/parts/reader/theme-choice.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { CURRENCIES, LANGUAGES } from '#server/accounts/account-values.schema.ts'

const CURRENCY_NAMES: Record<(typeof CURRENCIES)[number], string> = {
  USD: 'US dollar (USD)',
  EUR: 'Euro (EUR)',
  GBP: 'Pound sterling (GBP)',
  CAD: 'Canadian dollar (CAD)',
}

/** Currency, language and theme. */
export function PreferencesTab({ account: { profile } }: { account: Account }) {
  const form = usePageForm('preferences')
  const currency = profile?.currency ?? null
  useEffect(() => keepAccountCurrency(currency), [currency])
  const saved = useSaved('preferences')
  const { Form } = form
  return (
    <>
      <TabHeading title="Preferences">Saved to your account and used on all your devices.</TabHeading>
      <Section id="preferences" title="Currency and language" saved={saved}>
        <Form {...form.props} className="grid max-w-md gap-5">
          <input type="hidden" name="form" value="preferences" />
          <SelectField
            form={form}
            name="currency"
            label="Currency"
            defaultValue={profile?.currency ?? ''}
            hint="We convert prices to your currency at daily rates. You pay in the store's currency."
          >
            <option value="">Each store&apos;s own</option>
            {CURRENCIES.map((code) => (
              <option key={code} value={code}>
                {CURRENCY_NAMES[code]}
              </option>
            ))}
          </SelectField>
          <SelectField
            form={form}
            name="language"
            label="Language"
            defaultValue={profile?.language ?? 'en'}
            hint="We remember your choice, but our pages are only available in English for now."
          >
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <div>
            <FormMessage>{form.message}</FormMessage>
            <SubmitButton form={form} busy="Saving..." className="">
              Save preferences
            </SubmitButton>
          </div>
        </Form>
      </Section>
      <Section id="theme" title="Theme">
        <ThemeChoice />
        <p className="mt-2 text-sm text-muted">Saved in this browser. &quot;System&quot; follows your device.</p>
      </Section>
    </>
  )
}
