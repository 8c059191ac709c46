import { useId, useState } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ORDER_FILE_STATES } from '#app/parts/sales/order-file-states.ts'
import { MAX_ORDER_FILE_BYTES } from '#server/platform/file-size.schema.ts'
import { MAX_ROWS, ORDER_COLUMNS, REQUIRED_COLUMNS } from '#server/sales/conversion-files/conversion-files.schema.ts'

type Files = RouterOutputs['conversionFiles']['list']

const COLUMNS: Array<Column<Files[number]>> = [
  {
    name: 'File',
    className: 'order-1 min-w-0 wrap-anywhere',
    cell: ({ id, fileName }) => <RowLink to={dashboardPaths.orderFile(id)}>{fileName}</RowLink>,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ status }) => <StateMark {...ORDER_FILE_STATES[status]} />,
  },
  { name: 'Uploaded by', className: 'order-4 text-muted', cell: ({ by }) => by },
  {
    name: 'Uploaded (UTC)',
    className: 'order-3 whitespace-nowrap text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
]

/** The page where a partner uploads orders as a file. */
export function OrderFilesPage({ files, canChange }: { files: Files; canChange: boolean }) {
  return (
    <>
      <BackLink fallback={dashboardPaths.conversionsApi()} label="API" />
      <div className="mt-4 mb-7 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-(length:--text-section) leading-none">Order files</h1>
        <a href={dashboardPaths.orderFileSample()} className="link min-h-11 content-center text-sm">
          Sample file
        </a>
      </div>
      {canChange ? (
        <UploadForm />
      ) : (
        <p className="text-sm text-muted">Owners and editors can upload files. Uploaded files appear here.</p>
      )}
      <details className="ask mt-6 max-w-3xl text-sm">
        <summary className="link inline-flex min-h-11 items-center">File columns</summary>
        <dl className="grid gap-x-6 gap-y-1.5 pb-3 sm:grid-cols-[10rem_1fr]">
          {Object.entries(ORDER_COLUMNS).map(([name, meaning]) => (
            <div key={name} className="sm:contents">
              <dt>
                <code>{name}</code>
                {REQUIRED_COLUMNS.some((each) => each === name) && <span className="text-muted"> (required)</span>}
              </dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
      <section aria-labelledby="past" className="mt-10">
        <h2 id="past" className="text-xl">
          Uploaded files
        </h2>
        <DataTable
          rows={files}
          columns={COLUMNS}
          empty={
            <p className="mt-4 border-t border-line pt-4 text-sm text-muted">You have not uploaded any files yet.</p>
          }
          paging={{ page: 1, totalPages: 1, hrefFor: dashboardPaths.orderFiles }}
        />
      </section>
    </>
  )
}

function UploadForm() {
  const form = usePageForm('order-file')
  const { Form } = form
  const id = useId()
  const [isTooLarge, setTooLarge] = useState(false)
  const most = MAX_ORDER_FILE_BYTES / 2 ** 20
  const error = isTooLarge ? `This file is larger than ${most} MB.` : (form.error('text') ?? form.message)
  return (
    <Form
      {...form.props}
      onSubmit={(event) => (isTooLarge ? event.preventDefault() : form.props.onSubmit(event))}
      encType="multipart/form-data"
      className="max-w-3xl"
    >
      <input type="hidden" name="form" value="order-file" />
      <label htmlFor={id} className="block max-w-[64ch] text-sm text-muted">
        A CSV file with one row per order line: up to {most} MB and {MAX_ROWS.toLocaleString('en')} rows. You can review
        the result before you send it.
      </label>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="file"
          name="file"
          accept=".csv,.txt,text/csv"
          required
          onChange={({ target: { files } }) => setTooLarge((files?.[0]?.size ?? 0) > MAX_ORDER_FILE_BYTES)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="min-h-12 min-w-0 grow basis-56 text-sm text-muted file:mr-4 file:min-h-11 file:rounded-full file:border file:border-line file:px-5 file:font-medium file:text-text"
        />
        <SubmitButton form={form} busy="Reading..." className="px-7">
          Preview orders
        </SubmitButton>
      </div>
      <div id={`${id}-error`} className="mt-3">
        <FormMessage>{error}</FormMessage>
      </div>
    </Form>
  )
}
