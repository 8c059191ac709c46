import { Link } from '@remix-run/react'
import { paths } from '#app/lib/paths.ts'

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page grid gap-10 py-14 md:grid-cols-[2fr_1fr]">
        <div>
          <p className="font-display text-5xl font-bold tracking-tight">WTF<span className="text-accent">.</span></p>
          <p className="mt-4 max-w-md text-muted">Decoding fashion&apos;s future through AI-powered discovery</p>
          <p className="mt-8 max-w-md text-sm text-muted">You buy in the brand&apos;s own store. We may earn commission when you buy from the store.</p>
        </div>
        <nav aria-label="Footer">
          <p className="eyebrow">Platform</p>
          <ul className="mt-2">
            {[['Shop', paths.allProducts()], ['Discover', paths.discover()], ['About', paths.about()], ['How we rank', paths.ranking()]].map(([label, to]) => (
              <li key={label}><Link to={to ?? '/'} className="link inline-flex min-h-11 items-center">{label}</Link></li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
