import { TableHead } from '#app/components/data-table/table-head.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteForms } from './site-forms.tsx'
import type { SiteView } from './site-state.ts'

/** The site status and settings. */
export function SitePage({ view, problem }: { view: SiteView; problem: string | undefined }) {
  return (
    <>
      <TableHead area="Administration" title="The site" hint="Changes here affect everyone." />
      <div role="alert">{problem && <p className="mt-4 text-sm text-sale">{problem}</p>}</div>
      <div className="mt-9 grid gap-x-[7vw] gap-y-14 lg:grid-cols-2">
        <section>
          <h2 className="mb-4 text-2xl leading-tight">System information</h2>
          <SiteFacts view={view} />
        </section>
        <section>
          <h2 className="mb-4 text-2xl leading-tight">Settings</h2>
          <SiteForms site={view.site} />
        </section>
      </div>
    </>
  )
}
