import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** The fields that another page may pass to the business sign-up, with their maximum length. Never passwords. */
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

/** Parses the business's details from the history state and ignores everything else. */
export function parseKnownBusiness(state: unknown): KnownBusiness {
  if (typeof state !== 'object' || state === null) return {}
  const known = Object.entries(FIELDS).flatMap(([field, most]) => {
    const text = (state as Record<string, unknown>)[field]
    return typeof text === 'string' && text.trim() !== '' && text.length <= most ? [[field, text]] : []
  })
  return Object.fromEntries(known)
}

/**
 * Returns the business's details from the previous page. Empty on the server and during hydration, because there is no
 * history state. Keeps the details when a refused form replaces the page.
 */
export function useKnownBusiness(): KnownBusiness {
  const { state } = useLocation()
  const [known, setKnown] = useState<KnownBusiness>({})
  useEffect(() => {
    if (state !== null) setKnown(parseKnownBusiness(state))
  }, [state])
  return known
}
