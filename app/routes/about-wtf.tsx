import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { formatCount } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { counts: await apiFor(args).partner.countSite(), canonical: siteUrlFor(args) + paths.about() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: 'About | WTF', description: 'What WTF is, how it works and who pays for it.', canonical: data?.canonical ?? paths.about() })

export default function About() {
  const { counts } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page pb-24">
      <h1 className="mt-[clamp(3rem,8vw,7rem)] max-w-5xl text-(length:--text-hero) leading-[0.92] tracking-[-0.03em]">Find it here. Buy it <em className="text-accent">there.</em></h1>
      <div className="mt-14 grid gap-14 lg:grid-cols-[3fr_2fr]">
        <div className="max-w-[62ch] space-y-5 text-lg">
          <p>WTF lists the products of independent brands, helps you find what you mean, and sends you to the brand&apos;s own store to buy it. There is no cart here, and no warehouse.</p>
          <p>Brands join by invitation. They set their prices, keep their stock and ship their orders. When you buy from a store that you reached through us, the brand may pay us a commission; you pay what everybody pays.</p>
          <p>What trends here is counted from what people look at and leave for. Ratings come from reviews that were really written. A size that is gone is shown as gone.</p>
          <p><Link to={paths.allProducts()} className="button button-accent mt-4">Explore All Products</Link></p>
        </div>
        <dl className="grid grid-cols-1 self-start divide-y divide-line border-y border-line">
          {([['Brands', counts.partners], ['Products', counts.products], ['Categories', counts.categories]] as const).map(([label, count]) => (
            <div key={label} className="flex items-baseline justify-between py-5">
              <dt className="text-muted">{label}</dt>
              <dd className="font-display text-5xl">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </main>
  )
}
