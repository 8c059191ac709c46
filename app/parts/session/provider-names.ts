import type { RouterOutputs } from '#app/lib/api-types.ts'

/** The sign-in providers' names on pages. */
export const PROVIDER_NAMES: Record<RouterOutputs['auth']['providers'][number], string> = {
  google: 'Google',
  apple: 'Apple',
}
