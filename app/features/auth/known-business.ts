import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** What another page may tell the sign-up of a business, and the characters at most. Passwords do not travel. */
const FIELDS = {
  businessName: 200,
  businessType: 50,
  email: 254,
  businessAddress: 200,
  contactPerson: 200,
  phone: 32,
  websiteUrl: 500,
} as const

export type KnownBusiness = { [field in keyof typeof FIELDS]?: string }

/** The business's details from the page's history state. Ignores everything else in it. */
export function parseKnownBusiness(state: unknown): KnownBusiness {
  if (typeof state !== 'object' || state === null) return {}
  const known = Object.entries(FIELDS).flatMap(([field, most]) => {
    const text = (state as Record<string, unknown>)[field]
    return typeof text === 'string' && text.trim() !== '' && text.length <= most ? [[field, text]] : []
  })
  return Object.fromEntries(known)
}

/**
 * The business's details from the previous page. Empty on the server and during hydration, which have no history state.
 * Kept when a refused form replaces the page.
 */
export function useKnownBusiness(): KnownBusiness {
  const { state } = useLocation()
  const [known, setKnown] = useState<KnownBusiness>({})
  useEffect(() => {
    if (state !== null) setKnown(parseKnownBusiness(state))
  }, [state])
  return known
}
