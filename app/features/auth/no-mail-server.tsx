import { Link, useOutletContext } from '@remix-run/react'
import { paths } from '#app/lib/paths.ts'

/** Where a mail is promised that no server sends, as in the demo: says where it can be read instead. The same for every address. */
export function NoMailServer({ to }: { to: string }) {
  const { sendsMail } = useOutletContext<{ sendsMail: boolean }>()
  if (sendsMail) return null
  return (
    <p className="notice mt-6 text-sm">
      This shop has no mail server yet. The mail waits in <Link to={paths.outbox({ to })} className="link">its outbox</Link>, which administrators read.
    </p>
  )
}
