import { useId, useState } from 'react'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount } from '#app/lib/format.ts'
import { MAX_STATEMENT_BYTES } from '#server/platform/file-size.schema.ts'
import { MAX_STATEMENT_ROWS } from '#server/statements/statements.schema.ts'

type Statements = RouterOutputs['admin']['statements']['list']
type Row = Statements['statements'][number]

const COLUMNS: Array<Column<Row>> = [
  {
    name: 'Statement',
    className: 'order-1 min-w-0 wrap-anywhere',
    cell: ({ id, fileName }) => <RowLink to={adminPaths.adminStatement(id)}>{fileName || 'Pasted statement'}</RowLink>,
  },
  {
    name: 'Recorded',
    className: 'order-2 text-right tabular-nums lg:text-left',
    cell: ({ recorded, payments }) => `${formatCount(recorded)} of ${formatCount(payments)}`,
  },
  {
    name: 'Left out',
    className: 'order-4 text-muted',
    cell: ({ known, ignored, unread }) =>
      [
        known && `${formatCount(known)} uploaded before`,
        ignored && `${formatCount(ignored)} outgoing or pending`,
        unread && `${formatCount(unread)} unreadable`,
      ]
        .filter(Boolean)
        .join(', '),
  },
  {
    name: 'Uploaded (UTC)',
    className: 'order-3 whitespace-nowrap text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ uploadedAt }) => <ExactTime date={uploadedAt} />,
  },
]

/** Bank statements, and the upload form. */
export function StatementsPage({ list: { statements, page, totalPages } }: { list: Statements }) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Bank statements"
        hint="Match incoming payments with open invoices. Nothing is recorded before you and a second administrator have reviewed it."
      />
      <UploadForm />
      <h2 className="mt-12 text-xl">Uploaded statements</h2>
      <DataTable
        rows={statements}
        columns={COLUMNS}
        empty={
          <EmptyState drawing="no-results" title="No statements yet">
            Uploaded statements and their payments appear here.
          </EmptyState>
        }
        paging={{ page, totalPages, hrefFor: (to) => adminPaths.adminStatements({ page: to }) }}
      />
    </>
  )
}

function UploadForm() {
  const form = usePageForm('statement')
  const id = useId()
  const { Form } = form
  const [isTooLarge, setTooLarge] = useState(false)
  const most = MAX_STATEMENT_BYTES / 2 ** 20
  const error = isTooLarge
    ? `This file is larger than ${most} MB. Split it by date.`
    : (form.error('content') ?? form.message)
  return (
    <Form
      {...form.props}
      onSubmit={(event) => (isTooLarge ? event.preventDefault() : form.props.onSubmit(event))}
      encType="multipart/form-data"
      className="mt-8 grid max-w-3xl gap-4"
    >
      <input type="hidden" name="form" value="statement" />
      <div>
        <label htmlFor={id} className="block max-w-[64ch] text-sm text-muted">
          A CSV or CAMT.053 file from your bank: up to {most} MB and {MAX_STATEMENT_ROWS.toLocaleString('en')} rows. We
          only keep incoming payments.
        </label>
        <input
          id={id}
          type="file"
          name="file"
          accept=".csv,.txt,.xml,text/csv,text/xml,application/xml"
          onChange={({ target: { files } }) => setTooLarge((files?.[0]?.size ?? 0) > MAX_STATEMENT_BYTES)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-3 min-h-12 w-full min-w-0 text-sm text-muted file:mr-4 file:min-h-11 file:rounded-full file:border file:border-line file:px-5 file:font-medium file:text-text"
        />
      </div>
      <TextAreaField form={form} name="pasted" label="Or paste the statement with its column names" rows={3} />
      <Field
        form={form}
        name="currency"
        label="Currency of the account (optional)"
        hint="A code such as EUR. Required if the statement does not include the currency"
        maxLength={3}
        className="max-w-sm"
      />
      <div id={`${id}-error`}>
        <FormMessage>{error}</FormMessage>
      </div>
      <SubmitButton form={form} busy="Uploading..." className="justify-self-start px-7">
        Upload statement
      </SubmitButton>
    </Form>
  )
}
