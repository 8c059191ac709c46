import { useSyncExternalStore } from 'react'
import { visitorFacts } from '#app/lib/visitor-facts.ts'
import { visitorCountry } from '#server/waitlist/visitor-country.schema.ts'

/** Where the visitor joins from, as far as the browser knows. The line keeps its height, so that nothing moves when it comes. */
export function VisitorCountry() {
  const country = useSyncExternalStore(never, readCountry, () => 'Unknown')
  return <p className="min-h-6 text-sm text-muted">{country !== 'Unknown' && <span className="animate-appear">Joining from {country}</span>}</p>
}

const never = () => () => undefined

let country: string | undefined

function readCountry(): string {
  country ??= visitorCountry({ timeZone: visitorFacts().timeZone, language: navigator.language.split('-').find((part) => /^[A-Z]{2}$/.test(part)) })
  return country
}
