import { useNavigate, useRevalidator } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { AccountStep } from './account-step.tsx'
import type { OnboardingPageProps } from './admitted.ts'
import { BareFrame } from './bare-frame.tsx'
import { CommissionStep } from './commission-step.tsx'
import { HowItWorksStep } from './how-it-works-step.tsx'
import { LaunchingOverlay } from './launching-overlay.tsx'
import { GATES, INCOMPLETE, isFilled, mayLeave, furthestStep, STEPS, type Step } from './onboarding-data.ts'
import { ACCOUNT_FORM, useJoin } from './use-join.ts'
import { useJoiningAccount } from './use-joining-account.ts'
import { useOnboarding } from './use-onboarding.ts'
import { WelcomeStep } from './welcome-step.tsx'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'

/** The messages for a provider's answer, by the key in the URL. */
const PROVIDER_ERRORS = new Map([['failed', 'Authentication failed. Please try again.']])
const UNKNOWN_ERROR = 'Something went wrong. Please try again.'

// Loaded in development builds only.
const DebugAids = import.meta.env.DEV ? lazy(() => import('./debug-aids.tsx')) : null

/** The four steps of a partner's onboarding. */
export function OnboardingPage(props: OnboardingPageProps) {
  const { invitation, account, plan, moneyChoices, termsVersion, providers, sendsMail, error } = props

  const { data, change, step, goTo, isRestored } = useOnboarding(invitation)
  const [problem, setProblem] = useState<string | null>(null)
  const [marksMissing, setMarksMissing] = useState(false)
  const heading = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  // Rendered only in the browser, because a <Suspense> from the server would hydrate later than the rest of the page.
  const [isAlive, setAlive] = useState(false)
  useEffect(() => startTransition(() => setAlive(true)), [])
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const join = useJoin(data, plan.id, termsVersion)
  const version = `${plan.id} ${termsVersion}`
  useJoiningAccount(account, step === 4)

  useEffect(() => {
    if (!error) return
    toast.set({ tone: 'error', title: PROVIDER_ERRORS.get(error) ?? UNKNOWN_ERROR })
    navigate(paths.onboarding({ step: 4 }), { replace: true })
  }, [error, navigate])

  // The session or the invitation may have ended, or the plan may have changed.
  const refusal = join.form.message
  const isOutdated = join.form.error('planId') !== undefined
  useEffect(() => {
    if (refusal) revalidate()
    if (isOutdated) goTo(3)
  }, [refusal, isOutdated, revalidate, goTo])

  // The partner agreed to another plan or other terms.
  const isStale = data.agreedToTerms && data.agreedVersion !== version
  useEffect(() => {
    if (isStale) change({ agreedToTerms: false })
  }, [isStale, change])

  useEffect(() => {
    if (isMoving.current) heading.current?.focus({ preventScroll: true })
    isMoving.current = false
  }, [step])

  // Clears the message, which is about the previous state.
  useEffect(() => setProblem(null), [step, data, account])

  const move = (to: Step) => {
    isMoving.current = true
    goTo(to)
  }
  const next = () => {
    if (step === 4) {
      if (!account) return setProblem('Please complete account setup first')
      setMarksMissing(true)
      if (!isFilled(data)) return setProblem(INCOMPLETE)
      return join.submit()
    }
    if (!mayLeave(step, data)) return setProblem(GATES[step])
    move((step + 1) as Step)
  }
  const { name } = STEPS[step - 1] ?? STEPS[0]
  // A refusal stays until the next submit, so a problem found later by the page takes precedence.
  const message = problem ?? refusal
  return (
    <BareFrame
      beside={
        <Link to={paths.home()} className="button button-quiet">
          Exit
        </Link>
      }
    >
      <div
        role="progressbar"
        aria-label="Onboarding"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of 4: ${name}`}
        className="h-px shrink-0 bg-line"
      >
        <div
          className="h-px origin-left bg-text transition-transform duration-250 ease-out"
          style={{ transform: `scaleX(${step / 4})` }}
        />
      </div>
      <main
        id="content"
        className="page grid grow content-start gap-x-[7vw] gap-y-8 py-[clamp(1.75rem,4vw,4rem)] lg:grid-cols-[13rem_minmax(0,1fr)]"
      >
        <Chapters step={step} last={furthestStep(data)} onGo={move} />
        <div className="min-w-0">
          <div
            ref={heading}
            tabIndex={-1}
            key={step}
            // Hides the step until the browser's stored answers are loaded. Otherwise the first step would flash after
            // a reload.
            className={`animate-appear outline-none ${isRestored ? '' : 'needs-script invisible'}`}
          >
            <p className="eyebrow lg:hidden">
              Step {step} of 4 · {name}
            </p>
            {step === 1 && <WelcomeStep invitation={invitation} data={data} change={change} />}
            {step === 2 && <HowItWorksStep plan={plan} data={data} change={change} />}
            {step === 3 && <CommissionStep plan={plan} data={data} change={change} />}
            {step === 4 && (
              <AccountStep
                invitation={invitation}
                account={account}
                plan={plan}
                moneyChoices={moneyChoices}
                version={version}
                data={data}
                change={change}
                providers={providers}
                sendsMail={sendsMail}
                form={join.form}
                marksMissing={marksMissing}
              />
            )}
          </div>
          <div className="mt-10 border-t border-line pt-6">
            <div role="alert">{message && <p className="notice mb-5 max-w-2xl border-sale text-sm">{message}</p>}</div>
            <div className="flex flex-wrap items-center gap-3">
              {step > 1 && (
                <button type="button" onClick={() => move((step - 1) as Step)} className="button button-quiet min-h-12">
                  <ArrowLeft aria-hidden size={18} /> Back
                </button>
              )}
              <button
                type={step === 4 ? 'submit' : 'button'}
                form={step === 4 ? ACCOUNT_FORM : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  next()
                }}
                aria-disabled={join.form.isBusy || undefined}
                className="button button-accent needs-script min-h-12 px-8 aria-disabled:opacity-70"
              >
                {step === 4 ? 'Complete onboarding' : 'Next'} <ArrowRight aria-hidden size={18} />
              </button>
            </div>
            <noscript>
              <p className="notice mt-6 max-w-2xl">
                These steps need JavaScript to work in your browser. Without it, you can{' '}
                <a href={paths.partnerSignUp()} className="link">
                  sign up here
                </a>
                . We will then review your brand before it is listed.
              </p>
            </noscript>
          </div>
          {DebugAids && isAlive && (
            <Suspense fallback={null}>
              <DebugAids change={change} goTo={move} />
            </Suspense>
          )}
        </div>
      </main>
      {join.form.isBusy && <LaunchingOverlay businessName={data.businessName} />}
    </BareFrame>
  )
}

/** Buttons for all steps. Those that the answers do not allow yet are disabled. */
function Chapters({ step, last, onGo }: { step: Step; last: Step; onGo: (step: Step) => void }) {
  return (
    <nav aria-label="Steps" className="hidden lg:block">
      <ol className="sticky top-10 space-y-1">
        {STEPS.map(({ step: each, name }) => (
          <li key={each}>
            <button
              type="button"
              disabled={each > last}
              aria-current={each === step ? 'step' : undefined}
              onClick={() => onGo(each)}
              className="group flex min-h-11 w-full items-baseline gap-4 py-2 text-left text-muted enabled:hover:text-text disabled:opacity-55 aria-[current]:text-text"
            >
              <span className="w-3 text-sm tabular-nums">{each}</span>
              <span className="border-b border-transparent pb-0.5 group-aria-[current]:border-text">{name}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
