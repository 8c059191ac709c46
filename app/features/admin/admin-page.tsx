import { AdminLinks } from './admin-links.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteForms } from './site-forms.tsx'
import type { AdminView } from './site-state.ts'

/** Where administrators start: what the panel holds, and every page of theirs. */
export function AdminPage({ view, problem }: { view: AdminView; problem: string | undefined }) {
  return (
    <main id="content" className="page pb-24">
      <div className="mt-10">
        <p className="eyebrow">Administration</p>
        <h1 className="mt-2 text-(length:--text-section) leading-none">Admin</h1>
      </div>
      <div role="alert">{problem && <p className="mt-4 text-sm text-sale">{problem}</p>}</div>
      <div className="mt-9 grid gap-x-[7vw] gap-y-14 lg:grid-cols-2">
        <section>
          <h2 className="mb-4 text-2xl leading-tight">Pages</h2>
          <AdminLinks />
        </section>
        <section>
          <h2 className="mb-4 text-2xl leading-tight">The site</h2>
          <SiteFacts view={view} />
          <div className="mt-8"><SiteForms site={view.site} /></div>
        </section>
      </div>
    </main>
  )
}
