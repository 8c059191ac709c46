import { useId, useState } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { fileIsTooLarge, MAX_FILE_BYTES } from '#server/wishlist/wishlist-values.schema.ts'

/** The form for a file that was exported here. The result is on /wishlist/import. */
export function ImportForm() {
  const form = usePageForm('import')
  const { Form } = form
  const id = useId()
  const [isTooLarge, setTooLarge] = useState(false)
  const error = isTooLarge ? fileIsTooLarge : form.error('file')
  return (
    <Form
      {...form.props}
      onSubmit={(event) => (isTooLarge ? event.preventDefault() : form.props.onSubmit(event))}
      action={paths.importWishlist()}
      encType="multipart/form-data"
    >
      <input type="hidden" name="form" value="import" />
      <label htmlFor={id} className="text-sm text-muted">
        Exported wishlist file (CSV or JSON, up to {MAX_FILE_BYTES / 2 ** 20} MB)
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="file"
          name="file"
          accept=".csv,.json,text/csv,application/json"
          required
          onChange={({ target: { files } }) => setTooLarge((files?.[0]?.size ?? 0) > MAX_FILE_BYTES)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="min-h-12 min-w-0 grow basis-56 text-sm text-muted file:mr-4 file:min-h-11 file:rounded-full file:border file:border-line file:px-5 file:font-medium file:text-text"
        />
        <SubmitButton form={form} busy="Reading..." look="quiet" className="">
          Import
        </SubmitButton>
      </div>
      <div id={`${id}-error`}>
        <FormMessage>{error ?? form.message}</FormMessage>
      </div>
    </Form>
  )
}
