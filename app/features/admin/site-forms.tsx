import { useId, useRef, useState, type ReactNode } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { refreshPage } from './refresh-page.ts'
import { changeTitle, STATE_NAMES, type Site, type SiteState } from './site-state.ts'
import { useSiteForm } from './use-site-form.ts'

export function SiteForms({ site }: { site: Site }) {
  return (
    <div className="space-y-6">
      <StateForm state={site.state} />
      <LaunchForm launchAt={site.launchAt} />
      <OfflineForm isOn={site.offlineApp} />
    </div>
  )
}

function StateForm({ state }: { state: SiteState }) {
  const id = useId()
  const [chosen, setChosen] = useState(state)
  const sent = useRef<{ from: SiteState; to: SiteState }>({ from: state, to: state })
  const {
    fetcher: { Form },
    isBusy,
  } = useSiteForm(() => {
    const title = changeTitle(sent.current.from, sent.current.to)
    if (title) refreshPage(title)
  })
  return (
    <Form
      method="post"
      action={adminPaths.adminSite()}
      onSubmit={({ currentTarget }) =>
        (sent.current = { from: state, to: new FormData(currentTarget).get('state') as SiteState })
      }
    >
      <input type="hidden" name="form" value="state" />
      <Row
        id={id}
        label="Site status"
        hint="While the site is not live, only administrators can use it."
        isBusy={isBusy}
      >
        <select
          id={id}
          key={state}
          name="state"
          defaultValue={state}
          onChange={({ currentTarget: { value } }) => setChosen(value as SiteState)}
          aria-describedby={`${id}-hint`}
          className="field w-full"
        >
          {Object.entries(STATE_NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Row>
      {chosen === 'maintenance' && state !== 'maintenance' && (
        <label className="tick mt-2 text-sm">
          <input type="checkbox" required />
          <span>Close the shop to shoppers and partners</span>
        </label>
      )}
    </Form>
  )
}

function LaunchForm({ launchAt }: { launchAt: Date }) {
  const id = useId()
  const {
    fetcher: { Form },
    isBusy,
  } = useSiteForm(() => toast.set({ tone: 'plain', title: 'Launch date saved' }))
  const value = launchAt.toISOString().slice(0, 16)
  return (
    <Form method="post" action={adminPaths.adminSite()}>
      <input type="hidden" name="form" value="launch" />
      <Row id={id} label="Launch date (UTC)" hint="Ends the countdown, but does not open the site." isBusy={isBusy}>
        <input
          id={id}
          key={value}
          type="datetime-local"
          name="launchAt"
          required
          defaultValue={value}
          aria-describedby={`${id}-hint`}
          className="field w-full"
        />
      </Row>
    </Form>
  )
}

function OfflineForm({ isOn }: { isOn: boolean }) {
  const id = useId()
  const {
    fetcher: { Form },
    isBusy,
  } = useSiteForm(() => toast.set({ tone: 'plain', title: 'Offline mode saved' }))
  return (
    <Form method="post" action={adminPaths.adminSite()}>
      <input type="hidden" name="form" value="offline" />
      <Row
        id={id}
        label="Offline mode"
        hint="Uses a service worker, which browsers remove if you turn it off."
        isBusy={isBusy}
      >
        <select
          id={id}
          key={String(isOn)}
          name="offlineApp"
          defaultValue={isOn ? 'on' : 'off'}
          aria-describedby={`${id}-hint`}
          className="field w-full"
        >
          <option value="on">On</option>
          <option value="off">Off</option>
        </select>
      </Row>
    </Form>
  )
}

function Row({
  id,
  label,
  hint,
  isBusy,
  children,
}: {
  id: string
  label: string
  hint: string
  isBusy: boolean
  children: ReactNode
}) {
  return (
    <>
      <label htmlFor={id} className="block text-sm text-muted">
        {label}
      </label>
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        {children}
        <button
          type="submit"
          aria-disabled={isBusy || undefined}
          aria-label={`Save: ${label}`}
          className="button button-quiet aria-disabled:opacity-70"
        >
          Save
        </button>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
        {hint}
      </p>
    </>
  )
}
