import type { ReactNode } from 'react'
import { SubmitButton } from '#app/components/field.tsx'
import { Picture } from '#app/components/picture.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { Picture as PictureData } from '#server/media/picture.ts'
import { usePageForm } from '#app/lib/form.ts'

/** The hidden fields of a queue's form. */
export type Hidden = Readonly<Record<string, string | number>>

/** A form with a single button. `name` must be unique on the page. */
export function AtOnce({
  name,
  hidden,
  look = 'accent',
  children,
}: {
  name: string
  hidden: Hidden
  look?: 'accent' | 'quiet'
  children: ReactNode
}) {
  const form = usePageForm(name)
  const { Form } = form
  return (
    <Form {...form.props}>
      <HiddenFields hidden={{ form: name, ...hidden }} />
      <SubmitButton form={form} busy="One moment..." look={look} className="px-7">
        {children}
      </SubmitButton>
    </Form>
  )
}

/** A folded form for an action that needs a reason; the person affected receives the reason. */
export function WithReason({
  name,
  hidden,
  summary,
  label,
  children,
  isBad = true,
}: {
  name: string
  hidden: Hidden
  summary: string
  label: string
  children: ReactNode
  isBad?: boolean
}) {
  const form = usePageForm(name)
  const { Form } = form
  return (
    <details className="ask mt-1" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">{summary}</summary>
      <Form {...form.props} className="grid max-w-2xl gap-3 pt-1">
        <HiddenFields hidden={{ form: name, ...hidden }} />
        <TextAreaField form={form} name="reason" label={label} required rows={3} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className={`sm:justify-self-start ${isBad ? 'border-sale text-sale' : ''}`}
        >
          {children}
        </SubmitButton>
      </Form>
    </details>
  )
}

function HiddenFields({ hidden }: { hidden: Hidden }) {
  return Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** An image with a caption, or a placeholder text. */
export function Shown({
  title,
  picture,
  none,
  className = 'aspect-[4/3]',
}: {
  title: string
  picture: PictureData | null
  none: string
  className?: string
}) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-sm text-muted">{title}</figcaption>
      <div className={`overflow-hidden rounded-sm bg-surface ${className}`}>
        {picture ? (
          <Picture picture={picture} sizes="(min-width: 64rem) 28rem, 90vw" className="h-full w-full object-contain" />
        ) : (
          <p className="grid h-full place-items-center p-4 text-center text-sm text-muted">{none}</p>
        )}
      </div>
    </figure>
  )
}
