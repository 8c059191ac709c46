import type { MouseEvent } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { ReviewData } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { variantWidths } from '#server/media/media.schema.ts'

/** Thumbnails of a review's pictures. Each links to the full picture; `onOpen` shows it on this page instead. */
export function ReviewThumbs({
  pictures,
  onOpen,
}: {
  pictures: ReviewData['pictures']
  onOpen?: (at: number, opener: HTMLElement) => void
}) {
  if (!pictures.length) return null
  const open = (at: number) => (event: MouseEvent<HTMLElement>) => {
    if (!onOpen) return
    event.preventDefault()
    onOpen(at, event.currentTarget)
  }
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {pictures.map((picture, at) => (
        <li key={picture.place} className="w-20 sm:w-24">
          <a
            href={paths.image(picture.name, variantWidths(picture.width, 1600).at(-1) ?? 960, 'jpg')}
            target="_blank"
            rel="noopener"
            onClick={open(at)}
            className="block cursor-zoom-in overflow-hidden rounded-sm"
          >
            <Picture picture={picture} sizes="6rem" maxWidth={320} className="aspect-[4/5] w-full object-cover" />
          </a>
        </li>
      ))}
    </ul>
  )
}
