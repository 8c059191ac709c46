import { createContext, useContext, type ReactNode } from 'react'

/**
 * The markers around a personal part, which server/http/page-samples.ts parses. Undefined in the browser and on pages
 * that are rendered for one viewer.
 */
export const PersonalMarks = createContext<{ begin: (of: string) => string; end: string } | undefined>(undefined)

/**
 * A part of a page that differs between customers. `of` is a product's id (for its heart), 'new' (the number of unseen
 * events) or 'initial' (of the customer's name). The server renders the page once for all customers, with every state
 * of this part. No text may follow it.
 */
export function Personal({ of, children }: { of: string; children: ReactNode }) {
  const marks = useContext(PersonalMarks)
  // Always renders three children, so that hook ids match in the browser.
  return (
    <>
      {marks?.begin(of)}
      {children}
      {marks?.end}
    </>
  )
}
