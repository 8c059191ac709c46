import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'

type Leaving = NonNullable<RouterOutputs['newIn']['leaving']>

const NEW_IN = { to: newInPaths.newIn(), label: 'Your saved searches' }
const whatOf = ({ isOfOne, name }: Leaving) =>
  isOfOne ? (name === null ? 'this search' : `“${name}”`) : 'your saved searches and followed brands'

/** The page behind the unsubscribe links in emails about one saved search, or about all. */
export function LeavePage({ token, leaving }: { token: string; leaving: Leaving | null }) {
  const done = useActionAnswer<{ isOff?: boolean } & Partial<Leaving>>()
  const left = leaving ?? { isOfOne: true, name: null }
  if (done?.isOff)
    return (
      <Sheet title="You’re unsubscribed" isNews>
        <p className="mt-4 text-lg wrap-anywhere">
          You won’t get emails about {whatOf(left)} any more. New items still appear on WTF. You can turn emails back on
          under{' '}
          <Link to={NEW_IN.to} className="link">
            {NEW_IN.label}
          </Link>
          .
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Stop these emails?">
      <p className="mt-4 text-lg wrap-anywhere text-muted">You won’t get emails about {whatOf(left)} any more.</p>
      <TokenForm name="leave" token={token} busy="Unsubscribing..." instead={NEW_IN}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}
