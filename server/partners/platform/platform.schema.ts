import { z } from 'zod'

/** Any text: what is wrong with it says the service, by a code. */
export const detectPlatformInput = z.object({ websiteUrl: z.string() })
export type DetectPlatformInput = z.output<typeof detectPlatformInput>
