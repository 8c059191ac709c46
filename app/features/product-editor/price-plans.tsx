import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { useFetcherForm } from '#app/lib/form.ts'
import { PriceHistory } from '#app/parts/price-history/price-history.tsx'
import { describeChange } from './conflict-panel.tsx'
import { LocalTime } from './local-time.tsx'

type Schedule = RouterOutputs['products']['schedules'][number]
type History = RouterOutputs['products']['priceHistory']

const STATES = {
  scheduled: 'Scheduled',
  running: 'Active',
  finished: 'Ended',
  cancelled: 'Cancelled',
  failed: 'Failed to start',
} as const

interface PlansProps {
  schedules: Schedule[]
  history: History
  canEdit: boolean
  showsCharts: boolean
}

/** The product's price history and scheduled prices. */
export function PricePlans({ schedules, history, canEdit, showsCharts }: PlansProps) {
  const { currency, priceMinor, priceMaxMinor, acts } = history
  return (
    <div className="grid gap-10">
      <section aria-labelledby="plans">
        <h2 id="plans" className="font-sans text-base font-semibold">
          Scheduled prices
        </h2>
        <p className="mt-1 text-sm text-muted">
          The price changes automatically and is restored at the end. If someone changes it in the meantime, their price
          stays.
        </p>
        {canEdit ? (
          <PlanForm currency={currency} />
        ) : (
          <p className="mt-2 text-sm text-muted">Only the store’s owner and editors can schedule prices.</p>
        )}
        {schedules.length > 0 && (
          <ul className="mt-6 divide-y divide-line border-y border-line text-sm">
            {schedules.map((schedule) => (
              <PlanRow key={schedule.id} schedule={schedule} canEdit={canEdit} />
            ))}
          </ul>
        )}
      </section>
      {history.history && (
        <PriceHistory
          history={history.history}
          currency={currency}
          priceMinor={priceMinor}
          priceMaxMinor={priceMaxMinor}
          showsChart={showsCharts}
        />
      )}
      <section aria-labelledby="changes">
        <h2 id="changes" className="font-sans text-base font-semibold">
          Recent price changes
        </h2>
        {acts.length ? (
          <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
            {acts.map(({ id, by, at, currency: then, lines, more }) => (
              <li key={id} className="grid gap-x-6 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
                <span className="text-muted">
                  <LocalTime date={at} />, {by}
                </span>
                <span>
                  {lines.map((line) => describeChange(line, then)).join('; ')}
                  {more > 0 && `; ${more} more`}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-2 text-sm text-muted">No price changes yet.</p>
        )}
      </section>
    </div>
  )
}

function PlanForm({ currency }: { currency: string }) {
  const form = useFetcherForm('schedule')
  const { Form } = form
  const [starts, setStarts] = useState('')
  const [ends, setEnds] = useState('')
  const [kind, setKind] = useState('percent')
  // Only the browser knows its time zone.
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')), [])
  const { ref } = form.props
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !form.isBusy && !form.isRefused) {
      ref.current?.reset()
      setStarts('')
      setEnds('')
    }
    wasBusy.current = form.isBusy
  }, [form.isBusy, form.isRefused, ref])
  return (
    <Form {...form.props} className="mt-4 grid max-w-2xl gap-4 sm:grid-cols-2">
      <input type="hidden" name="form" value="schedule" />
      <input type="hidden" name="intent" value="schedule" />
      <div onChange={(event) => setKind((event.target as HTMLSelectElement).value)}>
        <SelectField form={form} name="kind" label="Price change" defaultValue="percent">
          <option value="percent">Percentage off all variants</option>
          <option value="price">Same price for all variants</option>
        </SelectField>
      </div>
      <Field
        form={form}
        name="amount"
        label={kind === 'percent' ? 'Percent off' : `Price (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={kind === 'percent' ? '20' : '39.90'}
      />
      <input type="hidden" name="startsAt" value={asUtc(starts)} />
      <input type="hidden" name="endsAt" value={asUtc(ends)} />
      <Moment label="Starts" value={starts} set={setStarts} error={form.error('startsAt')} isRequired />
      <Moment label="Ends (optional)" value={ends} set={setEnds} error={form.error('endsAt')} />
      <p className="text-sm text-muted sm:col-span-2">
        {zone ? `Times are in ${zone}.` : 'Times are in your device’s time zone.'} Changes may take a minute.
      </p>
      <div className="sm:col-span-2">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Scheduling..." look="quiet" className="">
          Schedule price
        </SubmitButton>
      </div>
    </Form>
  )
}

function Moment({
  label,
  value,
  set,
  error,
  isRequired = false,
}: {
  label: string
  value: string
  set: (value: string) => void
  error: string | undefined
  isRequired?: boolean
}) {
  return (
    <label className="block text-sm text-muted">
      <span className="flex min-h-7 items-baseline">{label}</span>
      <input
        type="datetime-local"
        value={value}
        required={isRequired}
        aria-invalid={error ? true : undefined}
        onChange={(event) => set(event.target.value)}
        className={`field mt-1 min-h-12 w-full ${error ? 'border-sale' : ''}`}
      />
      {error && <span className="mt-1.5 block text-sale">{error}</span>}
    </label>
  )
}

function PlanRow({ schedule, canEdit }: { schedule: Schedule; canEdit: boolean }) {
  const { id, name, amount, startsAt, endsAt, status, note } = schedule
  const fetcher = useFetcher<{ message?: string }>()
  const canEnd = canEdit && (status === 'scheduled' || status === 'running')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
      <span className="min-w-0">
        <span className="font-medium">{amount}</span>, {STATES[status].toLowerCase()}
        <span className="block text-muted">
          <LocalTime date={startsAt} /> {endsAt ? 'to ' : 'with no end date'}
          {endsAt && <LocalTime date={endsAt} />}
        </span>
        {note && <span className="block">{note}</span>}
        {fetcher.data?.message && (
          <span role="alert" className="block text-sale">
            {fetcher.data.message}
          </span>
        )}
      </span>
      {canEnd && (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="cancel-schedule" />
          <input type="hidden" name="scheduleId" value={id} />
          <button
            type="submit"
            aria-label={`${status === 'running' ? 'End now' : 'Cancel'}: ${name}, ${amount}`}
            aria-disabled={fetcher.state !== 'idle' || undefined}
            className="button button-quiet min-h-10 text-sm"
          >
            {status === 'running' ? 'End now' : 'Cancel'}
          </button>
        </fetcher.Form>
      )}
    </li>
  )
}

const asUtc = (local: string) => {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
