import { useEffect, useState } from 'react'
import { SelectField } from './select-field.tsx'
import type { FormState } from '#app/lib/form.ts'

/** With a script it offers the zone of the browser, if that is another one. */
export function TimeZoneField({ form, saved, known }: { form: FormState; saved: string; known: readonly string[] }) {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => setOwn(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  const choose = () => {
    const field = form.props.ref.current?.elements.namedItem('timeZone')
    if (field instanceof HTMLSelectElement && own) field.value = own
  }
  // Browsers and the server may call a zone by different names.
  const zones = [...new Set([...known, saved, ...(own ? [own] : [])])].toSorted()
  const areas = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''))
  return (
    <div>
      <SelectField form={form} name="timeZone" label="Time zone" defaultValue={saved}>
        {[...areas].map(([area, names]) =>
          area === '' ? (
            names.map((zone) => <option key={zone}>{zone}</option>)
          ) : (
            <optgroup key={area} label={area}>
              {names.map((zone) => (
                <option key={zone} value={zone}>
                  {zone
                    .slice(area.length + 1)
                    .replaceAll('_', ' ')
                    .replaceAll('/', ', ')}
                </option>
              ))}
            </optgroup>
          ),
        )}
      </SelectField>
      {own && own !== saved && (
        <button type="button" onClick={choose} className="link mt-2 min-h-11 text-sm">
          Use that of this device: {own.replaceAll('_', ' ')}
        </button>
      )}
    </div>
  )
}
