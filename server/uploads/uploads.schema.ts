import { z } from 'zod'

const MAX_NAME = 200

/** What a browser announces of the files that it wants to send. */
export const announcedFiles = z
  .array(
    z.object({
      // Shown to people, and never part of a path.
      name: z.string().transform(
        (name) =>
          name
            .replace(/^.*[\\/]/s, '')
            .replace(/\p{C}/gu, '')
            .trim()
            .slice(-MAX_NAME) || 'file',
      ),
      size: z.int().min(0),
    }),
  )
  .min(1)
