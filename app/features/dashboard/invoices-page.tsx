import { Link } from '@remix-run/react'
import { paths } from '#app/lib/paths.ts'

const HEADS = ['Invoice ID', 'Date', 'Amount', 'Status']

/** There are none before a sale is confirmed. */
export function InvoicesPage() {
  return (
    <>
      <h1 className="text-(length:--text-section) leading-none">Invoices</h1>
      <p className="mt-3 max-w-[64ch] text-sm text-muted">
        The commission on the sales that we referred, a month at a time. An invoice is due on the 15th of the month
        after.
      </p>
      <table className="mt-8 w-full border-t border-line text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-2 pr-5 font-normal last:pr-0 last:text-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line">
            <td colSpan={HEADS.length} className="py-10 text-center">
              <p className="font-medium">No invoices yet</p>
              <p className="mx-auto mt-1 max-w-[48ch] text-muted">
                The first comes with the first confirmed sale. What you pay for it says{' '}
                <Link to={paths.storeSettings('billing')} className="link">
                  your plan
                </Link>
                .
              </p>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
