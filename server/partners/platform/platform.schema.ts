import { z } from 'zod'

/** Accepts any text, because the service reports problems by a code. */
export const detectPlatformInput = z.object({ websiteUrl: z.string() })
export type DetectPlatformInput = z.output<typeof detectPlatformInput>
