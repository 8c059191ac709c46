import { unstable_usePrompt as usePrompt, useBeforeUnload } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, useState } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useFieldNotes } from '#app/components/field-notes.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

interface InlineEditProps {
  /** The form's name. */
  form: string
  /** The name of the form's text field. */
  field: string
  label: string
  hint: string
  rows: number
  limit: number
  /** The draft's text. */
  text: string
  /** Additional hidden fields. */
  fields: Record<string, string | number>
}

/** Text that is edited in place. Leaving with unsaved text asks for confirmation. */
export function InlineEdit({ form: name, field, label, hint, rows, limit, text, fields }: InlineEditProps) {
  const form = usePageForm(name)
  const { Form } = form
  const { control, notes, border } = useFieldNotes(form, field, hint)
  const [typed, setTyped] = useState(form.value(field) ?? text)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [])
  const isChanged = typed !== text
  /** True while Cancel or a submit navigates. Neither needs a warning about unsaved text. */
  const isMeant = useRef(false)
  usePrompt({
    message: `Your changes to ${label} are not saved. Leave without saving?`,
    when: () => isChanged && !isMeant.current,
  })
  useBeforeUnload((event) => {
    if (isChanged && !isMeant.current) event.preventDefault()
  })
  useEffect(() => {
    if (form.isRefused) isMeant.current = false
  }, [form.isRefused, form.message])
  const isTooLong = typed.length > limit
  return (
    <Form
      {...form.props}
      onSubmit={(event) => {
        form.props.onSubmit(event)
        isMeant.current = true
      }}
      className="mt-2 max-w-3xl"
    >
      <input type="hidden" name="form" value={name} />
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <FormMessage>{form.message}</FormMessage>
      <textarea
        ref={box}
        {...control}
        aria-label={label}
        rows={rows}
        defaultValue={form.value(field) ?? text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
        }}
        className={`field block max-h-160 w-full resize-y rounded-xl px-4 py-3 text-sm leading-[1.6] wrap-anywhere ${border}`}
      />
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">{notes}</div>
        <p className={`mt-1.5 shrink-0 text-sm tabular-nums ${isTooLong ? 'text-sale' : 'text-muted'}`}>
          <span className="sr-only">Characters: </span>
          {typed.length.toLocaleString('en')} / {limit.toLocaleString('en')}
          <span role="status" className="sr-only">
            {isTooLong && `${(typed.length - limit).toLocaleString('en')} characters too many`}
          </span>
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <SubmitButton form={form} busy="Updating..." className="px-6">
          Update Preview
        </SubmitButton>
        <Link
          to={dashboardPaths.storefront()}
          preventScrollReset
          onClick={() => (isMeant.current = true)}
          className="button button-quiet min-h-12"
        >
          Cancel
        </Link>
      </div>
    </Form>
  )
}
