import { paths } from '#app/lib/paths.ts'

// Plain links that reload the document: these pages are open, but the router of this page only knows a closed site.
const STILL_OPEN = [
  ['Terms', paths.terms()],
  ['Privacy', paths.privacy()],
] as const

/** The only page of a site in maintenance. */
export default function MaintenancePage() {
  return (
    <main id="content" className="page grid grow content-between gap-y-10 py-7 sm:py-9">
      <p className="font-display text-[1.75rem] leading-none font-bold tracking-tight">
        WTF<span className="text-accent">.</span>
      </p>
      <div className="grid items-center gap-x-[8vw] gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div>
          <p className="eyebrow">Maintenance</p>
          <h1 className="mt-5 text-(length:--text-hero) leading-[0.92] tracking-tight">
            Back
            <br />
            soon
          </h1>
          <p className="mt-8 max-w-[44ch] text-lg text-pretty text-muted">
            The shop is closed for maintenance and will open again soon. Your account and everything you saved are as
            you left them.
          </p>
          <p className="mt-9">
            {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href reloads the current URL */}
            <a href="" className="button button-accent">
              Try again
            </a>
          </p>
        </div>
        <img
          src="/drawings/refit.svg"
          alt=""
          width={480}
          height={640}
          className="mx-auto w-[min(15rem,55vw)] max-lg:order-first max-lg:mx-0 max-lg:w-32 lg:w-full lg:max-w-96"
        />
      </div>
      <nav
        aria-label="Still open"
        className="flex flex-wrap items-center gap-x-6 border-t border-line pt-3 text-sm text-muted"
      >
        {STILL_OPEN.map(([name, to]) => (
          <a key={name} href={to} className="link inline-flex min-h-11 items-center">
            {name}
          </a>
        ))}
      </nav>
    </main>
  )
}
