import { useRef } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { isRefreshing, refreshPage } from './refresh-page.ts'
import { changeTitle, type Site } from './site-state.ts'
import { useSiteForm } from './use-site-form.ts'

/** Closes the site to everybody else, and opens it again. For administrators, at the bottom right of every page. */
export default function MaintenanceSwitch({ site: { state } }: { site: Site }) {
  const wanted = state === 'maintenance' ? 'live' : 'maintenance'
  const sent = useRef({ from: state, to: wanted } as const)
  const {
    fetcher: { Form },
    isBusy,
  } = useSiteForm(() => refreshPage(changeTitle(sent.current.from, sent.current.to) ?? ''))
  const isBlurred = isRefreshing.use()
  const isOn = isBusy || isBlurred ? sent.current.to === 'maintenance' : state === 'maintenance'
  return (
    <aside aria-label="Maintenance">
      <Form
        method="post"
        action={adminPaths.adminSite()}
        className="maintenance-switch"
        onSubmit={(event) => {
          if (isBusy || isBlurred) return event.preventDefault()
          sent.current = { from: state, to: wanted }
        }}
      >
        <input type="hidden" name="form" value="state" />
        <input type="hidden" name="state" value={wanted} />
        <button type="submit" role="switch" aria-checked={isOn} className="flex min-h-11 items-center gap-3">
          Maintenance Mode <span aria-hidden className="switch-track" />
        </button>
      </Form>
      {isBlurred && <div className="fixed inset-0 z-45 animate-appear bg-ink/55 backdrop-blur-[10px]" />}
    </aside>
  )
}
