import { z } from 'zod'

const MAX_NAME = 200

/** The files that a browser announces before it sends them. */
export const announcedFiles = z
  .array(
    z.object({
      // Shown to people, never used in a path.
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
