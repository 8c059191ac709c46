import { z } from 'zod'

const SITE_STATES = ['live', 'coming_soon', 'maintenance'] as const

export const siteStateInput = z.object({ state: z.enum(SITE_STATES, 'Please choose one of the three states.') })

export const offlineAppInput = z.object({ offlineApp: z.enum(['on', 'off']).transform((word) => word === 'on') })

/** UTC, in the format of date fields: '2025-09-01T00:00'. */
export const launchAtInput = z.object({
  launchAt: z
    .string()
    .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Please enter a date and a time.')
    .transform((text, { addIssue }) => {
      const date = new Date(`${text}Z`)
      // Date turns 31 February into another day.
      if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date
      addIssue({ code: 'custom', message: 'This date does not exist.' })
      return z.NEVER
    }),
})
