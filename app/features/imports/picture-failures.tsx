import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { usePageForm } from '#app/lib/form.ts'

type Failure = RouterOutputs['imports']['pictureFailures'][number]

const number = (count: number) => count.toLocaleString('en-GB')

/** Pictures that could not be downloaded from the partner's store or files, with the reasons. */
export function PictureFailures({ failures, canChange }: { failures: Failure[]; canChange: boolean }) {
  const form = usePageForm('retry-pictures')
  if (!failures.length) return null
  return (
    <section aria-labelledby="missing-images" className="mt-12">
      <h2 id="missing-images" className="text-xl">
        Missing images
      </h2>
      <p className="mt-2 max-w-[70ch] text-sm text-muted">
        We retry each image for about five days. Shoppers see a product without its missing images.
      </p>
      <ul className="mt-5 border-t border-line">
        {failures.map(({ host, reason, failed, total, nextAt, products }) => (
          <li key={`${host} ${reason}`} className="border-b border-line py-3.5 text-sm [overflow-wrap:anywhere]">
            <p className="font-medium">
              {number(failed)} of {number(total)} images could not be downloaded: {reason}
            </p>
            <p className="mt-1 text-muted">
              From {host}.{' '}
              {nextAt ? (
                <>
                  Next try <ExactTime date={nextAt} />.
                </>
              ) : (
                'We have stopped trying. Check the image URLs in your store, then try again.'
              )}
            </p>
            {products.length > 0 && (
              <p className="mt-1 flex flex-wrap gap-x-4">
                {products.map(({ id, name }) => (
                  <Link key={id} to={dashboardPaths.ownProduct(id)} className="link min-h-11 content-center">
                    {name}
                  </Link>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <form.Form {...form.props} className="mt-5">
          <input type="hidden" name="form" value="retry-pictures" />
          <FormMessage>{form.message}</FormMessage>
          <SubmitButton form={form} busy="Starting..." look="quiet" className="px-7">
            Try again now
          </SubmitButton>
        </form.Form>
      )}
    </section>
  )
}
