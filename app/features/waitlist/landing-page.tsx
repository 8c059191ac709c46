import { Backdrop } from './landing-backdrop.tsx'
import { Countdown } from './countdown.tsx'
import { JoinForm } from './join-form.tsx'
import { VisitorCountry } from './visitor-country.tsx'
import { paths } from '#app/lib/paths.ts'

/** The public page before launch, at every URL. */
export function LandingPage({ launchAt }: { launchAt: Date }) {
  return (
    <main id="content" className="landing dark-theme">
      <Backdrop />
      <p className="landing-badge">
        <span aria-hidden />
        Coming Soon
      </p>
      <h1 className="-ml-[0.03em] text-[clamp(7rem,min(34vw,42vh),31rem)] leading-[0.76] font-[560] tracking-[-0.055em]">
        WTF<span className="text-accent">.</span>
      </h1>
      <div className="landing-words">
        <p className="eyebrow">Decoding fashion&apos;s future through AI-powered discovery</p>
        <p className="landing-text">
          We&apos;re putting the finishing touches on something amazing. Join our waitlist to be the first to know when
          we launch!
        </p>
        <JoinForm source="landing" />
        <VisitorCountry />
      </div>
      <Countdown until={launchAt} />
      <nav aria-label="Legal" className="flex gap-6 text-sm text-muted">
        <a href={paths.terms()} className="link inline-flex min-h-11 items-center">
          Terms
        </a>
        <a href={paths.privacy()} className="link inline-flex min-h-11 items-center">
          Privacy
        </a>
      </nav>
    </main>
  )
}
