import { useSyncExternalStore } from 'react'
import { visitorFacts } from '#app/parts/waitlist/visitor-facts.ts'
import { visitorCountry } from '#server/waitlist/visitor-country.schema.ts'

/** The visitor's country and its source, if the browser knows it. The line keeps its height to avoid a layout shift. */
export function VisitorCountry() {
  const place = useSyncExternalStore(never, parsePlace, () => '')
  return (
    <p className="min-h-6 text-sm text-muted">{place && <span className="animate-appear">Country: {place}</span>}</p>
  )
}

const never = () => () => undefined

let place: string | undefined

/** Returns the visitor's country, for example 'Portugal (from your time zone)'. Empty if unknown. */
function parsePlace(): string {
  place ??= guess()
  return place
}

function guess(): string {
  const byTimeZone = visitorCountry({ timeZone: visitorFacts().timeZone })
  if (byTimeZone !== 'Unknown') return `${byTimeZone} (from your time zone)`
  const byLanguage = visitorCountry({ language: navigator.language.split('-').find((part) => /^[A-Z]{2}$/.test(part)) })
  return byLanguage === 'Unknown' ? '' : `${byLanguage} (from your language)`
}
