import { StarField } from '#app/components/star-field.tsx'
import { Link } from '#app/components/link.tsx'
import { useState, type FormEvent } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { paths } from '#app/lib/paths.ts'
import { reviewDraft } from '#app/parts/reviews/review-draft.ts'
import { SelectField } from '#app/components/select-field.tsx'
import { FIT_NAMES, FITS, REVIEW_LIMITS } from '#server/feedback/reviews-values.schema.ts'
import { PictureSlot, PLACES } from './picture-slot.tsx'

type Review = NonNullable<RouterOutputs['reviews']['state']['review']>

/** The form for a new or existing review with its pictures. Typed text is never lost. */
export function ReviewForm({
  productId,
  signedAs,
  review,
  sizes,
}: {
  productId: string
  /** The name shown with the review; null if unknown. */
  signedAs: string | null
  review: Review | null
  /** The product's sizes, in the store's spelling; empty if it has none. */
  sizes: readonly string[]
}) {
  const form = useKeptForm(usePageForm('review'), {
    draft: reviewDraft(productId),
    limits: { title: REVIEW_LIMITS.title, comment: REVIEW_LIMITS.comment },
  })
  const [tooLarge, setTooLarge] = useState<ReadonlySet<number>>(new Set())
  const { Form } = form
  const mark = (place: number, isTooLarge: boolean) =>
    setTooLarge((places) => new Set([...[...places].filter((each) => each !== place), ...(isTooLarge ? [place] : [])]))
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!tooLarge.size) return form.props.onSubmit(event)
    event.preventDefault()
    event.currentTarget.querySelector<HTMLInputElement>(`[name=picture${[...tooLarge][0]}]`)?.focus()
  }
  return (
    <Form {...form.props} onSubmit={onSubmit} encType="multipart/form-data" className="grid grid-cols-1 gap-7">
      <input type="hidden" name="form" value="review" />
      <StarField form={form} name="rating" label="Stars" defaultValue={review?.rating} />
      <Field
        form={form}
        name="title"
        label="Title (optional)"
        defaultValue={review?.title}
        hint={`Up to ${REVIEW_LIMITS.title} characters.`}
      />
      <TextAreaField
        form={form}
        name="comment"
        label="Your review"
        required
        defaultValue={review?.comment}
        hint={`How does it fit, feel and look? ${REVIEW_LIMITS.leastComment} to ${REVIEW_LIMITS.comment.toLocaleString('en')} characters, as plain text.`}
      />
      {sizes.length > 0 && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="fit" label="How did it fit? (optional)" defaultValue={review?.fit ?? ''}>
            <option value="">Prefer not to say</option>
            {FITS.map((fit) => (
              <option key={fit} value={fit}>
                {FIT_NAMES[fit]}
              </option>
            ))}
          </SelectField>
          <SelectField
            form={form}
            name="sizeBought"
            label="Size you bought (optional)"
            defaultValue={review?.sizeBought ?? ''}
          >
            <option value="">Prefer not to say</option>
            {[...new Set([...sizes, ...(review?.sizeBought ? [review.sizeBought] : [])])].map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <fieldset className="min-w-0">
        <legend className="text-sm text-muted">Pictures (optional)</legend>
        <div className="mt-2 grid grid-cols-1 gap-3 lg:grid-cols-3">
          {PLACES.map((place) => (
            <PictureSlot
              key={place}
              form={form}
              place={place}
              kept={review?.pictures.find((picture) => picture.place === place)}
              isTooLarge={tooLarge.has(place)}
              onChosen={(isTooLarge) => mark(place, isTooLarge)}
            />
          ))}
        </div>
        <p className="mt-2 text-sm text-muted">
          Up to three, 5 MB each. We remove location and time information.
          <span className="no-script-only">
            {form.isRefused && <>&nbsp;Please add your new pictures again, because your browser did not keep them.</>}
          </span>
        </p>
      </fieldset>
      <div>
        <p className="mb-5 max-w-[60ch] text-sm wrap-anywhere text-muted">
          {signedAs && (
            <>
              Published as &lsquo;<bdi>{signedAs}</bdi>&rsquo;, never with your email address.{' '}
            </>
          )}
          We review it before publishing, under the{' '}
          <Link to={paths.reviewsPolicy()} className="link">
            reviews policy
          </Link>
          .
        </p>
        <FormMessage>{form.message}</FormMessage>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          <SubmitButton form={form} busy="Sending..." className="w-full px-8 sm:w-auto">
            {review ? 'Save changes' : 'Send review'}
          </SubmitButton>
          {review && (
            <Link to={paths.settings('reviews')} className="link inline-flex min-h-11 items-center text-sm">
              Go to Your reviews to delete it
            </Link>
          )}
        </div>
      </div>
    </Form>
  )
}
