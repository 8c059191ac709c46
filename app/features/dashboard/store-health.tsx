import { Form, useNavigation } from '@remix-run/react'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { FLAGS, type FlagKind } from '#server/sales/flags.values.ts'

export type Health = NonNullable<RouterOutputs['connections']['health']>
type LinkTest = NonNullable<Health['linkTest']>

const STATES = {
  good: { name: 'Good', colour: 'text-good' },
  waiting: { name: 'Waiting', colour: 'text-muted' },
  look: { name: 'Needs attention', colour: 'text-caution' },
  broken: { name: 'Broken', colour: 'text-sale' },
} as const

interface StoreHealthProps {
  health: Health
  canChange: boolean
  isComparing: boolean
}

/** The checks of the path from click to order, each with the action to take. */
export function StoreHealth({ health: { checks, flags, linkTest }, canChange, isComparing }: StoreHealthProps) {
  const form = usePageForm('check')
  return (
    <DashboardPanel title="Tracking health">
      <FormMessage>{form.message}</FormMessage>
      <ul className="divide-y divide-line/60 text-sm">
        {checks.map(({ name, state, text, todo }) => (
          <li key={name} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <p>
              {name}
              <span className="block">
                <StateMark {...STATES[state]} />
              </span>
            </p>
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {text}
              {todo && <span className="block text-muted">{todo}</span>}
            </p>
          </li>
        ))}
      </ul>
      {flags.length > 0 && (
        <div className="border-t border-line/60 py-3 text-sm">
          <h3 className="font-sans text-sm font-semibold">Issues</h3>
          <ul>
            {flags.map(({ id, kind, raisedAt }) => (
              <li key={id} className="py-1">
                {FLAGS[kind as FlagKind] ?? kind} <span className="text-muted">since</span>{' '}
                <ExactTime date={raisedAt} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {canChange && (
        <Form method="post" className="flex flex-wrap gap-2 pt-2" preventScrollReset>
          <input type="hidden" name="form" value="check" />
          <Act act="test" busy="Testing...">
            Test a link to your store
          </Act>
          <Act act="compare" busy="One moment..." isRunning={isComparing}>
            {isComparing ? 'Comparing...' : 'Compare with your store now'}
          </Act>
        </Form>
      )}
      {linkTest && <LinkPath test={linkTest} />}
    </DashboardPanel>
  )
}

function Act({
  act,
  busy,
  isRunning = false,
  children,
}: {
  act: string
  busy: string
  isRunning?: boolean
  children: string
}) {
  const isBusy = useNavigation().formData?.get('act') === act
  return (
    <button
      type="submit"
      name="act"
      value={act}
      aria-disabled={isBusy || isRunning || undefined}
      className="button button-quiet aria-disabled:opacity-70"
    >
      {isBusy ? busy : children}
    </button>
  )
}

/** The URLs that the self-test went through, and where the click id got lost. */
function LinkPath({ test: { at, isKept, verdict, hops } }: { test: LinkTest }) {
  return (
    <div className="mt-6 text-sm">
      <h3 className="font-sans text-sm font-semibold">
        Link check, <ExactTime date={at} />
      </h3>
      <p className={isKept ? 'text-good' : 'text-sale'}>{verdict}</p>
      <ol className="mt-3 border-l-2 border-line">
        {hops.map(({ url, status, kept }, index) => {
          const before = hops[index - 1]?.kept ?? []
          return (
            <li key={index} className="relative pb-4 pl-5 last:pb-0">
              <span
                aria-hidden
                className={`absolute top-1.5 -left-[5px] size-2 rounded-full ${kept.length ? 'bg-good' : 'bg-sale'}`}
              />
              <p className="[overflow-wrap:anywhere]">{addressOf(url)}</p>
              <p className="text-muted">
                {status === null ? 'No response' : `Status ${status}`}
                {(['wtf_cid', 'ref'] as const).map((name) =>
                  kept.includes(name) ? (
                    <span key={name} className="text-good">
                      {' '}
                      · {name} kept
                    </span>
                  ) : before.includes(name) ? (
                    <span key={name} className="text-sale">
                      {' '}
                      · {name} lost here
                    </span>
                  ) : null,
                )}
              </p>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function addressOf(url: string): string {
  const [address = ''] = url.split('?')
  return address.replace(/^https?:\/\//, '')
}
