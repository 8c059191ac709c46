import { useOutletContext } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'

/** Shows where to read the email if no mail server is configured, as in the demo. The same for every address. */
export function NoMailServer({ to }: { to: string }) {
  const { sendsMail } = useOutletContext<{ sendsMail: boolean }>()
  if (sendsMail) return null
  return (
    <p className="notice mt-6 text-sm">
      This site can’t send email yet. The email is waiting in{' '}
      <Link to={adminPaths.outbox({ to })} className="link">
        its outbox
      </Link>
      , which administrators can read.
    </p>
  )
}
