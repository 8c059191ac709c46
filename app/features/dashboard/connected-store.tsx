import { Form, useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Facts } from '#app/components/settings-section.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

export type ConnectedStore = NonNullable<RouterOutputs['connections']['mine']>
export type DeadLetter = RouterOutputs['connections']['deadLetters'][number]

const SYNC_STATES: Partial<Record<NonNullable<ConnectedStore['sync']>['status'], string>> = {
  fetching: 'Reading the list of products from your store',
  uploaded: 'Queued',
  reading: 'Reading your products',
  applying: 'Importing your products',
}

const FAILED: ReadonlyArray<NonNullable<ConnectedStore['sync']>['status']> = ['failed', 'cancelled']

export const isArriving = ({ sync }: ConnectedStore): boolean => sync !== null && SYNC_STATES[sync.status] !== undefined

const COLOURS = { active: 'text-good', degraded: 'text-caution', revoked: 'text-muted' } as const
const NAMES = { active: 'Connected', degraded: 'Needs attention', revoked: 'Disconnected' } as const

/** The connected store: its status, URL, last webhook and authentication. */
export function StoreFacts({ store }: { store: ConnectedStore }) {
  const { label, shop, shopName, status, statusReason, connectedAt, lastDeliveryAt, previousSecretUntil } = store
  return (
    <DashboardPanel title={label} aside={<StateMark name={NAMES[status]} colour={COLOURS[status]} />}>
      {statusReason && <p className="notice text-sm">{statusReason}</p>}
      <div className="mt-4">
        <Facts
          facts={[
            [
              'Store URL',
              <span key="s" className="[overflow-wrap:anywhere]">
                {shop}
              </span>,
            ],
            ['Name', shopName],
            ['Connected since', formatDate(connectedAt)],
            ['Last webhook received', lastDeliveryAt ? <ExactTime key="d" date={lastDeliveryAt} /> : 'None yet'],
            ['Authentication', waysIn(store)],
            ...(previousSecretUntil
              ? [['Old secret valid until', <ExactTime key="p" date={previousSecretUntil} />] as const]
              : []),
          ]}
        />
      </div>
    </DashboardPanel>
  )
}

function waysIn({ platform, mode, isPolled }: ConnectedStore): string {
  if (platform === 'woocommerce') return isPolled ? 'Key with read access' : 'Key with read and write access'
  return mode === 'token' ? 'Access token' : 'Client ID and secret'
}

/** Whether the partner has to review the import of the store's products. */
export const isWaiting = ({ sync }: ConnectedStore): boolean => sync?.status === 'read'

/** The progress or result of a store's first sync. */
export function StoreProducts({ store, canChange }: { store: ConnectedStore; canChange: boolean }) {
  const { sync, oldPrices } = store
  const label = sync && SYNC_STATES[sync.status]
  const hasFailed = sync !== null && FAILED.includes(sync.status)
  // While the currencies differ, an import would fail.
  const isImportable = !label && !isWaiting(store) && !oldPrices?.isStoreAhead && (hasFailed || oldPrices !== null)
  return (
    <DashboardPanel title="Products">
      {oldPrices && <OldPrices oldPrices={oldPrices} currency={store.currency} />}
      <div className="mt-4 text-sm" role="status">
        {!sync ? (
          <p className="text-muted">Not imported yet.</p>
        ) : label ? (
          <>
            <p className="mb-2">{label}. You can leave this page and come back.</p>
            <progress
              aria-label={label}
              className="h-1.5 w-full max-w-sm"
              {...(sync.total ? { max: sync.total, value: sync.done } : {})}
            />
            <p className="mt-1 text-xs text-muted tabular-nums">
              {formatCount(sync.done)}
              {sync.total ? ` of ${formatCount(sync.total)}` : ' so far'}
            </p>
          </>
        ) : (
          <p>{whatCame(sync)}</p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {canChange && isImportable && <ImportAgain />}
        {canChange && oldPrices?.isStoreAhead && (
          <Link to={`${dashboardPaths.storeSettings()}#currency`} className="button button-accent">
            Change your currency
          </Link>
        )}
        <Link to={dashboardPaths.ownProducts()} className="button button-quiet">
          View your products
        </Link>
        {sync && (
          <Link
            to={dashboardPaths.productImport(sync.id)}
            className={`button ${isWaiting(store) ? 'button-accent' : 'button-quiet'}`}
          >
            {isWaiting(store) ? 'Review import' : 'Import results'}
          </Link>
        )}
      </div>
    </DashboardPanel>
  )
}

/** The notice that a change of currency has left prices as they were. */
function OldPrices({
  oldPrices: { since, isStoreAhead },
  currency,
}: {
  oldPrices: NonNullable<ConnectedStore['oldPrices']>
  currency: string
}) {
  return (
    <p className="notice mt-4 text-sm">
      {since ? (
        <>
          Your prices have not been up to date since <ExactTime date={since} />.
        </>
      ) : (
        'Your prices are not up to date.'
      )}{' '}
      {isStoreAhead
        ? `Your store sells in ${currency}, but you use another currency on WTF.`
        : `Your currency is ${currency} now, but some products still have prices in another currency.`}
    </p>
  )
}

/** The button that imports all products of the store again. */
function ImportAgain() {
  const form = usePageForm('import')
  const { Form: PageForm } = form
  return (
    <PageForm {...form.props}>
      <input type="hidden" name="form" value="import" />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="One moment..." className="">
        Import products again
      </SubmitButton>
    </PageForm>
  )
}

function whatCame({ status, message, created, changed, refused }: NonNullable<ConnectedStore['sync']>): string {
  if (status === 'read') return `This import needs your review. ${message ?? ''}`
  if (status === 'failed' || status === 'cancelled') return message ?? 'The import failed.'
  if (created + changed + refused === 0) return 'No changes. Your products are up to date.'
  return `${formatCount(created)} new, ${formatCount(changed)} changed${refused ? `, ${formatCount(refused)} rejected` : ''}.`
}

/** The notice for a store whose key is read-only. */
export function NoWebhooks() {
  return (
    <DashboardPanel title="Webhooks">
      <p className="mt-3 max-w-[56ch] text-sm">
        Your key is read-only, so your store sends us no webhooks. We check your store every 15 minutes instead. To
        learn about changes at once, reconnect and approve read and write access.
      </p>
    </DashboardPanel>
  )
}

/** Each webhook topic: whether it is registered, and when it last arrived. */
export function Topics({ topics }: { topics: ConnectedStore['topics'] }) {
  return (
    <DashboardPanel title="Webhooks">
      <table className="mt-2 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">Status</th>
            <th scope="col">Last delivery</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {topics.map(({ topic, isSubscribed, error, lastDeliveryAt }) => (
            <tr key={topic} className="align-baseline max-sm:block max-sm:py-2">
              <th scope="row" className="py-2 pr-4 text-left font-normal max-sm:block max-sm:py-0">
                {topic}
              </th>
              <td className="py-2 pr-4 max-sm:inline-block max-sm:py-0">
                <StateMark
                  name={isSubscribed ? 'Subscribed' : 'Not subscribed'}
                  colour={isSubscribed ? 'text-good' : 'text-sale'}
                />
                {error && <span className="block text-muted">{error}</span>}
              </td>
              <td className="py-2 text-muted tabular-nums max-sm:inline-block max-sm:py-0">
                {lastDeliveryAt ? <ExactTime date={lastDeliveryAt} /> : 'None yet'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </DashboardPanel>
  )
}

/** Webhooks that we could not process. */
export function DeadLetters({ letters, canChange }: { letters: DeadLetter[]; canChange: boolean }) {
  const isBusy = useNavigation().formData?.get('form') === 'retry'
  const answer = usePageForm('retry')
  if (!letters.length) return null
  return (
    <DashboardPanel title="Failed webhooks">
      <p className="mt-3 text-sm text-muted">We tried each of these six times. Fix the cause, then select “Retry”.</p>
      <FormMessage>{answer.message}</FormMessage>
      <ul className="mt-2 divide-y divide-line/60 text-sm">
        {letters.map(({ id, topic, triggeredAt, attempts, lastError }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <p className="min-w-0">
              {topic}, <ExactTime date={triggeredAt} />
              <span className="block text-muted [overflow-wrap:anywhere]">
                {lastError} ({attempts} attempts)
              </span>
            </p>
            {canChange && (
              <Form method="post">
                <input type="hidden" name="form" value="retry" />
                <input type="hidden" name="eventId" value={id} />
                <button type="submit" aria-disabled={isBusy || undefined} className="button button-quiet">
                  Retry<span className="sr-only"> {topic}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </DashboardPanel>
  )
}
