import { z } from 'zod'

/** Any text. The service reports problems by a code. */
export const detectPlatformInput = z.object({ websiteUrl: z.string() })
export type DetectPlatformInput = z.output<typeof detectPlatformInput>
