import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useState, type ChangeEvent } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { ReviewData } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { pictureIsTooLarge, REVIEW_LIMITS } from '#server/feedback/reviews-values.schema.ts'
import { REVIEW_PICTURE } from '#server/uploads/uploads.values.ts'

export const PLACES = [1, 2, 3] as const

/** A slot for a picture: the current one, its replacement, and a checkbox to remove it. */
export function PictureSlot({
  form,
  place,
  kept,
  isTooLarge,
  onChosen,
}: {
  form: FormState
  place: number
  kept: ReviewData['pictures'][number] | undefined
  isTooLarge: boolean
  onChosen: (isTooLarge: boolean) => void
}) {
  const id = useId()
  const [preview, setPreview] = useState<string | null>(null)
  const error = isTooLarge ? pictureIsTooLarge : form.error(`picture${place}`)
  const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const [file] = files ?? []
    const tooLarge = (file?.size ?? 0) > REVIEW_LIMITS.pictureBytes
    onChosen(tooLarge)
    setPreview(null)
    if (!file || tooLarge) return
    const reader = new FileReader()
    reader.onload = () => setPreview(typeof reader.result === 'string' ? reader.result : null)
    reader.readAsDataURL(file)
  }
  return (
    <div className={`rounded-2xl border border-dashed p-3 ${error ? 'border-sale' : 'border-line'}`}>
      <div className="flex items-center gap-4 lg:block">
        <div className="grid aspect-[4/5] w-16 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface text-muted lg:w-full">
          {preview ? (
            // Shows no preview of a file that is not a picture. The server reports the error.
            <img src={preview} alt="" onError={() => setPreview(null)} className="size-full object-cover" />
          ) : kept ? (
            <Picture picture={kept} sizes="12rem" maxWidth={480} className="size-full object-cover" />
          ) : (
            <ImagePlus aria-hidden size={22} strokeWidth={1.4} />
          )}
        </div>
        <div className="min-w-0 grow lg:mt-3">
          <label htmlFor={id} className="text-sm text-muted">
            {kept ? `Replace picture ${place}` : `Picture ${place}`}
          </label>
          <input
            id={id}
            type="file"
            name={`picture${place}`}
            accept={REVIEW_PICTURE.accept}
            onChange={choose}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="mt-1 block w-full min-w-0 text-xs text-muted file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line file:px-4 file:text-sm file:font-medium file:text-text"
          />
          {kept && (
            <label className="flex min-h-11 items-center gap-2.5 text-sm">
              <input type="checkbox" name={`remove${place}`} className="size-5" /> Remove
            </label>
          )}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">
          {error}
        </p>
      )}
    </div>
  )
}
