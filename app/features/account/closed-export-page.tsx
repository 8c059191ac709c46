import { Link } from '#app/components/link.tsx'
import { Sheet } from '#app/components/mailed-link-page.tsx'
import { paths } from '#app/lib/paths.ts'

/**
 * The page behind the emailed link about an account that we closed. Uses a native form, because the response is a file.
 */
export function ClosedExportPage({ token, isValid }: { token: string; isValid: boolean }) {
  return (
    <Sheet title="Your data">
      {isValid ? (
        <>
          <p className="mt-5 text-muted">
            All the data we keep about you, in one file. The link works once. If the download fails, sign in to keep
            your account and download the file under Privacy in your settings.
          </p>
          <form method="post" action={paths.closedExportFile()} className="mt-8">
            <input type="hidden" name="token" value={token} />
            <button type="submit" className="button button-accent px-8">
              Download
            </button>
          </form>
        </>
      ) : (
        <>
          <p className="mt-5 text-muted">
            This link is no longer valid. It works once, and only until the account is deleted. To keep your account and
            download your data, sign in.
          </p>
          <p className="mt-8">
            <Link to={paths.login()} className="button button-quiet">
              Sign in
            </Link>
          </p>
        </>
      )}
    </Sheet>
  )
}
