import { useRef, useState } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { isRefreshing, refreshPage } from './refresh-page.ts'
import { changeTitle, type Site } from './site-state.ts'
import { useSiteForm } from './use-site-form.ts'

const CloseShop = lazyPart(() => import('./close-shop.tsx'))

/** Switches maintenance mode. Administrators see it at the bottom right of every page. */
export default function MaintenanceSwitch({ site: { state } }: { site: Site }) {
  const wanted = state === 'maintenance' ? 'live' : 'maintenance'
  const form = useRef<HTMLFormElement>(null)
  const [isAsking, setAsking] = useState(false)
  const sent = useRef({ from: state, to: wanted } as const)
  const {
    fetcher: { Form, submit },
    isBusy,
  } = useSiteForm(() => refreshPage(changeTitle(sent.current.from, sent.current.to) ?? ''))
  const isBlurred = isRefreshing.use()
  const isOn = isBusy || isBlurred ? sent.current.to === 'maintenance' : state === 'maintenance'
  return (
    <aside aria-label="Maintenance" className="flex justify-end px-[clamp(0.75rem,2vw,1.5rem)] py-4">
      <Form
        method="post"
        action={adminPaths.adminSite()}
        className="maintenance-switch"
        ref={form}
        onSubmit={(event) => {
          if (isBusy || isBlurred) return event.preventDefault()
          if (wanted === 'maintenance') {
            event.preventDefault()
            return setAsking(true)
          }
          sent.current = { from: state, to: wanted }
        }}
      >
        <input type="hidden" name="form" value="state" />
        <input type="hidden" name="state" value={wanted} />
        <button type="submit" role="switch" aria-checked={isOn} className="flex min-h-11 items-center gap-3">
          Maintenance Mode <span aria-hidden className="switch-track" />
        </button>
      </Form>
      {isAsking && (
        <CloseShop
          onMissing={() => setAsking(false)}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            sent.current = { from: state, to: wanted }
            submit(form.current)
          }}
        />
      )}
      {isBlurred && <div className="fixed inset-0 z-45 animate-appear bg-ink/55 backdrop-blur-[10px]" />}
    </aside>
  )
}
