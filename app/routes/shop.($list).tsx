import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'

const LISTS = [undefined, 'all-products', 'best-sellers', 'new-arrivals']

export function loader({ params }: LoaderFunctionArgs) {
  if (!LISTS.includes(params.list)) throw new Response('Not found', { status: 404 })
  return redirect(paths.allProducts(), 301)
}

/** Never rendered. Without it, the 404 would be plain text instead of a page. */
export default function Shop() {
  return null
}
