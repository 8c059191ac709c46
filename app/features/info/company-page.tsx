import { Link } from '#app/components/link.tsx'
import { useId, type ReactNode } from 'react'
import { CountedAt, FIGURES, type SiteFigures } from './site-figures.tsx'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const DONT = [
  ['Sell anything', 'There is no basket and no checkout. The sale is between you and the store.'],
  ['Sell places in lists', 'The ranking does not know what a sale would earn us.'],
  ['Make up ratings', 'A product without an approved review has no rating.'],
  ['Record who searched', 'Our search log contains no names, addresses or browser details.'],
] as const

/** A plain page for brands and the press: what the company does, how large it is, how it earns. */
export function CompanyPage({ figures }: { figures: SiteFigures | null }) {
  return (
    <main id="content" className="page pb-24">
      <header className="pt-[clamp(3rem,8vw,7rem)] pb-[clamp(3rem,6vw,5rem)]">
        <h1 className="text-(length:--text-hero) leading-[0.9] tracking-[-0.035em]">
          About <em>WTF</em>
        </h1>
        <p className="mt-6 max-w-[40ch] font-display text-2xl leading-snug text-muted italic">
          Decoding fashion&apos;s future through AI-powered discovery
        </p>
      </header>

      <Part title="What we are">
        <p className="fact-lead">
          A marketplace for independent fashion and lifestyle brands. Shoppers browse and search here, then follow a
          tracked link to buy in the brand&apos;s own store.
        </p>
        <p>
          <Link to={paths.about()} className="link">
            Read our story
          </Link>
        </p>
      </Part>

      {figures && (
        <Part title="In numbers">
          <table className="w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">Figure</th>
                <th scope="col">Number</th>
                <th scope="col">What we count</th>
              </tr>
            </thead>
            <tbody>
              {FIGURES.map(([key, label, how]) => (
                <tr
                  key={key}
                  className="grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-1 border-b border-line py-[1.1rem] first:pt-0 md:grid-cols-[10rem_8rem_1fr]"
                >
                  <th scope="row" className="text-left text-[1.125rem] font-normal text-text">
                    {label}
                  </th>
                  <td
                    data-figure={key}
                    className="text-right font-display text-4xl leading-none text-text tabular-nums md:text-5xl"
                  >
                    {formatCount(figures[key])}
                  </td>
                  <td className="col-span-full text-sm text-muted md:col-auto">{how}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <CountedAt figures={figures} />
        </Part>
      )}

      <Part title="How we make money">
        <p className="fact-lead">By commission: the brand pays us a share of each sale we refer.</p>
        <p>
          Shoppers pay the store&apos;s own price. Commission plays no part in the order of our lists: the software that
          ranks products has no access to it.{' '}
          <Link to={paths.ranking()} className="link text-text">
            How we rank
          </Link>
        </p>
      </Part>

      <Part title="For shoppers">
        <p className="fact-lead">
          Describe what you want in a few words or a sentence. See what is in stock and in which size. Buy it from the
          brand that made it.
        </p>
        <p className="mt-2 flex flex-wrap gap-3">
          <Link to={paths.allProducts()} className="button button-accent">
            Discover
          </Link>
          <Link to={paths.features()} className="button button-quiet">
            See the features
          </Link>
        </p>
      </Part>

      <Part title="For developers">
        <p>
          Feeds of the whole catalogue and its changes, and an API. No key needed.{' '}
          <Link to={paths.developers()} className="link text-text">
            Use our data
          </Link>
        </p>
      </Part>

      <Part title="For brands">
        <p className="fact-lead">
          Your products, your store page, your prices. Visitors go to your own site, and we record every valid click.
        </p>
        <p>Brands join by invitation or sign up. A person reviews each new brand before we list anything.</p>
        <p className="mt-2 flex flex-wrap gap-3">
          <Link to={paths.partnerSignUp()} className="button button-quiet">
            Become a partner
          </Link>
          <Link to={paths.partnerLogin()} className="link inline-flex min-h-11 items-center px-2">
            Partner sign-in
          </Link>
        </p>
      </Part>

      <Part title="What we do not do">
        <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {DONT.map(([what, why]) => (
            <div key={what}>
              <dt className="font-display text-2xl text-text">{what}</dt>
              <dd className="mt-2 max-w-[38ch] text-muted">{why}</dd>
            </div>
          ))}
        </dl>
      </Part>

      <Part title="Contact us">
        <ul className="flex flex-wrap gap-x-8">
          {(
            [
              ['Contact', paths.contact()],
              ['Support', paths.support()],
              ['Terms of Service', paths.terms()],
              ['Privacy Policy', paths.privacy()],
            ] as const
          ).map(([label, to]) => (
            <li key={to}>
              <Link to={to} className="link inline-flex min-h-11 items-center text-lg">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rise grid gap-x-[clamp(2rem,5vw,6rem)] gap-y-6 border-t border-line py-[clamp(2.5rem,5vw,4.5rem)] lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <h2 id={id} className="text-(length:--text-section) leading-none tracking-tight">
        {title}
      </h2>
      <div className="max-w-[60rem] space-y-5 text-muted">{children}</div>
    </section>
  )
}
