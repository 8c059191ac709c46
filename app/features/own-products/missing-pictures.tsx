import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

/** Reports missing pictures, with a link to the reasons. */
export function MissingPictures({ missing }: { missing: number }) {
  if (missing === 0) return null
  return (
    <p className="notice mt-4 text-sm">
      {missing === 1 ? '1 image' : `${missing.toLocaleString('en-GB')} images`} could not be downloaded.{' '}
      <Link
        to={`${dashboardPaths.productImports()}#missing-images`}
        className="link inline-block min-h-11 content-center"
      >
        See why
      </Link>
    </p>
  )
}
