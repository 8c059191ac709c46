import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { PictureData } from '#app/lib/api-types.ts'

const STRIPS = 3

/**
 * Three strips of product pictures beside the text, which move once the visitor starts them. The switch is a checkbox
 * that the style sheet reads, so it works without JavaScript. With reduced motion there is no switch.
 */
export function Film({ pictures, children }: { pictures: PictureData[]; children: ReactNode }) {
  const length = Math.floor(pictures.length / STRIPS)
  const strips = Array.from({ length: STRIPS }, (_, strip) => pictures.slice(strip * length, (strip + 1) * length))
  const isThere = length >= 3
  return (
    <section className="film" data-empty={!isThere || undefined}>
      <div className="row-2 px-[clamp(1rem,4vw,4rem)] pt-10 lg:col-1 lg:row-1 lg:py-16 lg:pr-[clamp(2rem,4vw,5rem)] min-[104rem]:pl-[calc((100vw-104rem)/2+4rem)]">
        {children}
      </div>
      {isThere && (
        <>
          <div aria-hidden className="film-frame">
            {strips.map((strip, index) => (
              <div key={index} className="film-strip">
                {[...strip, ...strip].map((picture, place) => (
                  <div
                    key={place}
                    className="mb-[clamp(0.4rem,0.8vw,0.75rem)] aspect-[4/5] overflow-hidden rounded-xs bg-surface"
                  >
                    <Picture
                      picture={picture}
                      alt=""
                      sizes="(min-width: 64rem) 18vw, 34vw"
                      maxWidth={480}
                      isPriority={place < 2}
                      className="h-full w-full object-cover"
                    />
                  </div>
                ))}
              </div>
            ))}
          </div>
          <label className="film-control button">
            <input
              type="checkbox"
              role="switch"
              className="peer absolute inset-0 cursor-pointer opacity-0"
              aria-label="Play the animation"
              autoComplete="off"
            />
            <span aria-hidden className="inline-flex items-center gap-2 peer-checked:hidden">
              <Play size={17} /> Play
            </span>
            <span aria-hidden className="hidden items-center gap-2 peer-checked:inline-flex">
              <Pause size={17} /> Pause
            </span>
          </label>
        </>
      )}
    </section>
  )
}
