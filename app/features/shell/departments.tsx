import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'
import { DEPARTMENTS, departmentOf } from '#server/search/departments.values.ts'
import { frameOf } from '#server/site/addresses.values.ts'

const LINKS = [
  ...DEPARTMENTS.map(({ label, params }) => ({ label, to: paths.discover(params) })),
  { label: 'Brands A to Z', to: paths.brands() },
  { label: 'Stores', to: paths.stores() },
  { label: 'By picture', to: paths.pictureSearch() },
]

/** Returns the departments, and marks the current one. */
export function useDepartments(): Array<{ label: string; to: string; isCurrent: boolean }> {
  const { pathname, search } = useLocation()
  const shown = pathname === paths.discover() ? departmentOf(new URLSearchParams(search))?.label : undefined
  return LINKS.map((link) => ({ ...link, isCurrent: link.label === shown || link.to === pathname }))
}

/**
 * The departments below the header, which scroll away with the page. On phones they are on the home page, and elsewhere
 * in the menu.
 */
export function Departments() {
  const { tab } = frameOf(useLocation().pathname)
  return (
    <nav aria-label="Departments" className="departments" data-on-phones={tab === 'home' || undefined}>
      <ul className="page">
        {useDepartments().map(({ label, to, isCurrent }) => (
          <li key={label}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined} className="nav-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
