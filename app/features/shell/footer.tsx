import { Link } from '#app/components/link.tsx'
import { NewsletterForm } from '#app/parts/waitlist/newsletter-form.tsx'
import { PricesIn } from '#app/parts/reader/prices-in.tsx'
import { ThemeChoice } from '#app/parts/reader/theme-choice.tsx'
import { paths } from '#app/lib/paths.ts'

const GROUPS = [
  [
    'Platform',
    [
      ['Shop', paths.allProducts()],
      ['Discover', paths.discover()],
      ['Stores', paths.stores()],
      ['Features', paths.features()],
      ['About', paths.company()],
      ['Contact', paths.contact()],
      ['Early access', paths.earlyAccess()],
    ],
  ],
  [
    'Legal',
    [
      ['Privacy', paths.privacy()],
      ['Terms', paths.terms()],
      ['Support', paths.support()],
      ['Reviews policy', paths.reviewsPolicy()],
      ['How we rank', paths.ranking()],
    ],
  ],
] as const

const TECH_STACK = ['TypeScript', 'React', 'Remix', 'tRPC', 'Prisma', 'PostgreSQL', 'Tailwind CSS']

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page grid gap-x-12 gap-y-14 py-[clamp(3rem,7vw,6rem)] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <p className="max-w-[26ch] font-display text-[clamp(1.6rem,2.7vw,2.5rem)] leading-[1.12] tracking-tight text-balance">
            Decoding fashion&apos;s future through AI-powered discovery
          </p>
          <div className="mt-10">
            <NewsletterForm />
          </div>
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-12 sm:grid-cols-[1fr_1fr_1.2fr]">
          {GROUPS.map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <p className="eyebrow">{title}</p>
              <ul className="footer-links">
                {links.map(([label, to]) => (
                  <li key={label}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div className="col-span-2 sm:col-span-1">
            <p className="eyebrow">Tech Stack</p>
            <ul className="tech-stack">
              {TECH_STACK.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="page flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pb-8">
        <p
          aria-hidden
          className="-ml-[0.03em] font-display text-[clamp(5rem,21vw,20rem)] leading-[0.8] font-bold tracking-[-0.05em]"
        >
          WTF<span className="text-accent">.</span>
        </p>
        <div className="grid gap-4">
          <div>
            <p aria-hidden className="mb-1 text-sm text-muted">
              Prices in
            </p>
            <PricesIn />
            <p className="mt-1 text-xs text-muted">For comparison. You pay in the store&apos;s currency.</p>
          </div>
          <div>
            <p aria-hidden className="mb-1 text-sm text-muted">
              Theme
            </p>
            <ThemeChoice />
          </div>
        </div>
        <p className="max-w-[38ch] text-sm text-muted">
          You buy in the brand&apos;s own store. We may earn commission when you buy from the store.
        </p>
      </div>
    </footer>
  )
}
