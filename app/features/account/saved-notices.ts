import { useSearchParams } from '@remix-run/react'
import { paths, type SettingsTab } from '#app/lib/paths.ts'

/** The messages after a change, by the key in the URL, each with the section that shows it. */
const SAVED = {
  profile: { tab: 'profile', section: 'profile', text: 'Profile saved' },
  'link-sent': { tab: 'profile', section: 'email', text: 'We’ve emailed you a link. Open it to confirm the address.' },
  password: { tab: 'profile', section: 'password', text: 'Password saved. You are signed out everywhere else.' },
  connected: { tab: 'profile', section: 'providers', text: 'Connected' },
  disconnected: { tab: 'profile', section: 'providers', text: 'Disconnected' },
  'second-factor-off': { tab: 'profile', section: 'second-factor', text: 'Two-factor authentication is off' },
  revoked: { tab: 'profile', section: 'sessions', text: 'That device is signed out' },
  wishlist: { tab: 'wishlist', section: 'alerts', text: 'Wishlist settings saved' },
  'token-revoked': { tab: 'assistants', section: 'tokens', text: 'Token revoked' },
  preferences: { tab: 'preferences', section: 'preferences', text: 'Preferences saved' },
} as const satisfies Record<string, { tab: SettingsTab; section: string; text: string }>

export type Saved = keyof typeof SAVED

/** Returns the URL to go to after a form was accepted. */
export function savedPath(saved: Saved): string {
  const { tab, section } = SAVED[saved]
  return `${paths.settings(tab, { saved })}#${section}`
}

/** Returns the message about a section's latest change. */
export function useSaved(section: string): string | undefined {
  const [params] = useSearchParams()
  const key = params.get('saved') ?? ''
  const known = Object.hasOwn(SAVED, key) ? SAVED[key as Saved] : undefined
  return known?.section === section ? known.text : undefined
}
