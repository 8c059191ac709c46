import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { useAutoSave } from '#app/lib/use-auto-save.ts'
import { REFRESH_INTERVALS } from '#server/partners/settings/preferences-values.schema.ts'

const THEMES = [
  { value: 'dark', name: 'Dark' },
  { value: 'light', name: 'Light' },
] as const
const nameOf = (seconds: number) =>
  seconds < 60 ? `${seconds} seconds` : seconds === 60 ? '1 minute' : `${seconds / 60} minutes`

/**
 * The viewer's own dashboard settings: appearance and refresh interval. Each change is saved at once, and undone if
 * saving fails.
 */
export function DisplayTab({ partner: { display } }: { partner: OwnPartner }) {
  const form = usePageForm('display')
  const { Form, props, chosen, isSaved, refused } = useAutoSave('display')
  const isOn = (name: 'showCharts' | 'autoRefresh') => (chosen ? chosen.has(name) : display[name])
  const theme = chosen?.get('theme') ?? display.theme
  return (
    <SettingsFrame title="Display" lead="These settings apply only to you, on every device where you sign in.">
      <Form {...props}>
        <input type="hidden" name="form" value="display" />
        <FormMessage>{refused?.message}</FormMessage>
        <Section
          id="theme"
          title="Theme"
          hint="Applies to the dashboard only, not to the shop."
          saved={isSaved ? 'Display settings saved' : undefined}
        >
          <fieldset className="grid max-w-md grid-cols-2 gap-3">
            <legend className="sr-only">Theme</legend>
            {THEMES.map(({ value, name }) => (
              <label key={value} className="choice flex items-center gap-3">
                <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => undefined} />
                {name}
              </label>
            ))}
          </fieldset>
        </Section>
        <Section id="pages" title="Pages">
          <ul className="divide-y divide-line/60">
            <Switch
              name="showCharts"
              label="Show charts"
              text="Without charts, pages show figures and tables."
              isOn={isOn('showCharts')}
            />
            <Switch
              name="autoRefresh"
              label="Auto refresh"
              text="Refreshes figures while a page is open, but never while you type."
              isOn={isOn('autoRefresh')}
            />
          </ul>
          <div className="mt-4 max-w-xs">
            <SelectField
              form={form}
              name="refreshInterval"
              label="Refresh interval"
              defaultValue=""
              value={String(chosen?.get('refreshInterval') ?? display.refreshInterval)}
              onChange={() => undefined}
            >
              {REFRESH_INTERVALS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {nameOf(seconds)}
                </option>
              ))}
            </SelectField>
          </div>
        </Section>
        <button type="submit" className="button button-accent no-script-only mt-5">
          Save
        </button>
      </Form>
    </SettingsFrame>
  )
}

function Switch({ name, label, text, isOn }: { name: string; label: string; text: string; isOn: boolean }) {
  return (
    <li className="py-3 first:pt-0">
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
        <span>
          {label}
          <span className="block text-sm text-muted">{text}</span>
        </span>
        <input type="checkbox" role="switch" name={name} checked={isOn} onChange={() => undefined} className="switch" />
      </label>
    </li>
  )
}
