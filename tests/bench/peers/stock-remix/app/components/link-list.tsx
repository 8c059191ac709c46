import { Link } from '@remix-run/react'

export function LinkList({ label, links }: { label: string; links: ReadonlyArray<readonly [string, string]> }) {
  return (
    <nav aria-label={label}>
      <ul>
        {links.map(([text, to]) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
