import { Form } from '@remix-run/react'
import { newInPaths } from '#app/lib/new-in-paths.ts'

export type NewInAct = 'pause' | 'resume' | 'remove' | 'bring-back' | 'renew-feed' | 'seen'

interface ActButtonProps {
  act: NewInAct
  searchId: string
  /** The page to return to, if not the list of all searches. */
  back?: string
  /** Distinguishes several buttons with the same name, for screen readers. */
  about?: string
  className?: string
  /** Additional hidden fields. */
  fields?: Record<string, string>
  children: string
}

/** A button that acts on a saved search: a form, which works without JavaScript. */
export function SavedSearchButton({
  act,
  searchId,
  back,
  about,
  className = 'link',
  fields = {},
  children,
}: ActButtonProps) {
  return (
    <Form method="post" action={newInPaths.forms()} preventScrollReset>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="searchId" value={searchId} />
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={`min-h-11 ${className}`}>
        {children}
        {about !== undefined && <span className="sr-only"> {about}</span>}
      </button>
    </Form>
  )
}
