import type { RouterOutputs } from './api-types.ts'

/** What people call the providers that they sign in with. */
export const PROVIDER_NAMES: Record<RouterOutputs['auth']['providers'][number], string> = { google: 'Google', apple: 'Apple' }
