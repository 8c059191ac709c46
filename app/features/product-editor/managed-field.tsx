import ExternalLink from 'lucide-react/icons/external-link'
import { createContext, useContext } from 'react'

/** The connected store that manages the product; null if there is none. */
export const ManagedContext = createContext<{ href: string | null } | null>(null)

const LOCKED: ReadonlySet<string> = new Set(['name', 'handle', 'description', 'brand', 'status', 'productUrl'])

/** Returns whether a field can only be changed in the store. */
export const useIsLocked = (field: string): boolean => useContext(ManagedContext) !== null && LOCKED.has(field)

/** Says that the store manages a field, with a link to the product there. */
export function ManagedNote({
  text = 'Managed by your store.',
  link = 'Change it there',
}: {
  text?: string
  link?: string
}) {
  const managed = useContext(ManagedContext)
  return (
    <>
      {text}
      {managed?.href && (
        <>
          {' '}
          <a
            href={managed.href}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex items-center gap-1 max-md:min-h-11"
          >
            {link} <ExternalLink aria-hidden size={12} />
          </a>
        </>
      )}
    </>
  )
}

interface StoreValueProps {
  /** The store's value as text. */
  shown: string
  /** True if the form has another value. */
  isOverridden: boolean
  takeStoreValue: () => void
}

/** Shown below a field that partners may override: the source of its value, and how to restore the store's value. */
export function StoreValue({ shown, isOverridden, takeStoreValue }: StoreValueProps) {
  if (useContext(ManagedContext) === null) return null
  if (!isOverridden) return <> Managed by your store until you choose your own value.</>
  return (
    <>
      {' '}
      Your value. Your store’s value: {shown}.{' '}
      <button type="button" onClick={takeStoreValue} className="link max-md:min-h-11">
        Use your store’s value
      </button>
    </>
  )
}
