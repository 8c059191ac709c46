import { Prisma } from '#prisma/generated/client.ts'

/**
 * The data that a page needs to show a picture. The image service serves it at /img/{name}/{width}, as the format that
 * the browser accepts.
 */
export interface Picture {
  name: string
  /** Pixels of the original. */
  width: number
  height: number
  /** '#rrggbb', shown until the picture is loaded. */
  colour: string
  alt: string
}

/** Returns a media file's name on disk and in URLs: the first 96 bits of its SHA-256, in hex. */
export const mediaName = (sha256: string): string => sha256.slice(0, 24)

/** SQL for a Picture as JSON from a media_files row. `file` and `alt` are our own SQL, never from a request. */
export const pictureJson = (file: string, alt: string): Prisma.Sql =>
  Prisma.raw(
    `jsonb_build_object('name', left(${file}.sha256, 24), 'width', ${file}.width, 'height', ${file}.height, 'colour', ${file}.colour, 'alt', ${alt})`,
  )
