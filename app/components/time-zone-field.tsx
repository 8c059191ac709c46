import { SelectField } from './select-field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { timeZoneName, useDeviceTimeZone, type TimeZoneChoice } from '#app/lib/time-zone.ts'

interface TimeZoneFieldProps {
  form: FormState
  saved: string
  known: readonly TimeZoneChoice[]
  hint?: string
  /** Whether to offer this device's zone if it differs. */
  offersDeviceZone?: boolean
}

/** A select of time zones by region. Names start with the place, so that typing its first letters finds it. */
export function TimeZoneField({ form, saved, known, hint, offersDeviceZone = true }: TimeZoneFieldProps) {
  const device = useDeviceTimeZone()
  // Browsers and the server may call a zone by different names.
  const find = (zone: string) => known.find((each) => timeZoneName(each.zone) === timeZoneName(zone))?.zone
  const [current, deviceZone] = [find(saved) ?? saved, find(device)]
  const choose = () => {
    const field = form.props.ref.current?.elements.namedItem('timeZone')
    if (!(field instanceof HTMLSelectElement) || !deviceZone) return
    field.value = deviceZone
    // Makes screen readers announce the new value.
    field.focus()
  }
  const listed = find(saved) ? known : [...known, { zone: saved, offset: '' }]
  const options = listed.map(({ zone, offset }) => ({ zone, offset, ...partsOf(zone) }))
  return (
    <div>
      <SelectField form={form} name="timeZone" label="Time zone" defaultValue={current} {...(hint && { hint })}>
        {[...Map.groupBy(options, ({ area }) => area)].map(([area, zones]) => {
          const named = zones.map(({ zone, place, offset }) => (
            <option key={zone} value={zone}>
              {place + (offset && zone !== 'UTC' ? ` (UTC${offset})` : '')}
            </option>
          ))
          return area === '' ? (
            named
          ) : (
            <optgroup key={area} label={area}>
              {named}
            </optgroup>
          )
        })}
      </SelectField>
      {offersDeviceZone && deviceZone && deviceZone !== current && (
        <button type="button" onClick={choose} className="link mt-2 min-h-11 text-sm">
          Use device time zone ({timeZoneName(deviceZone)})
        </button>
      )}
    </div>
  )
}

/** Splits a time zone: 'America/Argentina/La_Rioja' -> 'America' and 'Argentina, La Rioja'; 'UTC' has no area. */
function partsOf(zone: string): { area: string; place: string } {
  const [area = '', ...places] = timeZoneName(zone).split('/')
  return places.length ? { area, place: places.join(', ') } : { area: '', place: area }
}
