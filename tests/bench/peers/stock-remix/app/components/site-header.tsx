import { Link } from '@remix-run/react'
import { DEPARTMENTS, PAGES } from '../departments'
import { LinkList } from './link-list'
import { SearchForm } from './search-form'

const ACCOUNT = [
  ['Sign In', '/login'],
  ['Sign Up', '/signup'],
] as const

export function SiteHeader() {
  return (
    <header>
      <a href="#content">Skip to content</a>
      <Link to="/" aria-label="WTF, home">
        WTF
      </Link>
      <LinkList label="Main" links={PAGES} />
      <SearchForm />
      <Link to="/orders">Orders</Link>
      <LinkList label="Account" links={ACCOUNT} />
      <details>
        <summary>Menu</summary>
        <LinkList label="Menu of departments" links={DEPARTMENTS} />
        <LinkList label="Menu" links={PAGES} />
        <LinkList label="Menu of your account" links={[['Search', '/discover'], ['Orders', '/orders'], ...ACCOUNT]} />
      </details>
      <LinkList label="Departments" links={DEPARTMENTS} />
    </header>
  )
}
