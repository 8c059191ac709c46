import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Store from 'lucide-react/icons/store'
import { useEffect, useRef, useState } from 'react'
import { SignInFields } from './sign-in-fields.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { DialogSocialButtons, type Provider } from '#app/parts/session/social-buttons.tsx'
import { Dialog } from '#app/components/dialog.tsx'
import { authRequest, type AuthRequest } from '#app/parts/session/auth-request.ts'
import type { MoneyChoices } from '#app/parts/partners/country-and-currency.tsx'
import { useFetcherForm, type FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { client } from '#app/lib/trpc-client.ts'
import { dropSignIn } from '#app/parts/wishlist/wishlist.ts'
import { returnPath } from '#app/lib/return-path.ts'

type AccountType = 'customer' | 'partner'
const TYPES = [
  { type: 'customer', name: 'Customer', Icon: ShoppingBag, text: 'Discover, save and shop from independent brands' },
  { type: 'partner', name: 'Partner', Icon: Store, text: 'Show your products to people looking for them' },
] as const

/** Sign-in and sign-up in a dialog over the page, which stays as it is. */
export default function AuthDialog({ request }: { request: AuthRequest }) {
  const [mode, setMode] = useState(request.mode)
  const [type, setType] = useState<AccountType | null>(null)
  const { pathname, search } = useLocation()
  const redirectTo = returnPath({ pathname, search })
  const [opener] = useState(() => document.activeElement)
  const [openedOn] = useState(pathname)
  useEffect(() => {
    // Closes the dialog on navigation: it belongs to the page that it was opened on.
    if (pathname !== openedOn) authRequest.set(null)
  }, [pathname, openedOn])
  useEffect(
    () => () => {
      // Clears the request after sign-in. Otherwise it could reopen the dialog later.
      authRequest.set(null)
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus())
    },
    [opener],
  )
  return (
    <Dialog title={mode === 'sign-in' ? 'Sign In' : 'Create Account'} onClose={dropSignIn}>
      {request.why === 'wishlist' && (
        <div className="notice" role="status">
          <strong>Login Required</strong>
          <p className="text-sm text-muted">Please log in to add items to your wishlist</p>
        </div>
      )}
      {type === null ? (
        <ChooseType onChoose={setType} likely={request.why === 'wishlist' ? 'customer' : null} />
      ) : (
        <>
          <button
            type="button"
            onClick={() => setType(null)}
            className="link mt-3 inline-flex min-h-11 items-center gap-2 text-sm text-muted"
          >
            <ArrowLeft aria-hidden size={16} />
            Back to account type
          </button>
          <p className="text-sm text-muted">
            {type === 'customer' ? 'Selected: Customer Account' : 'Selected: Partner Account'}
          </p>
          {mode === 'sign-in' ? (
            <SignIn type={type} redirectTo={redirectTo} />
          ) : (
            <SignUp type={type} redirectTo={redirectTo} />
          )}
        </>
      )}
      <p className="mt-2">
        <button
          type="button"
          onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
          className="link min-h-11 text-sm"
        >
          {mode === 'sign-in' ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
        </button>
      </p>
    </Dialog>
  )
}

/** @param likely preselected, so that one key or tap continues */
function ChooseType({ onChoose, likely }: { onChoose: (type: AccountType) => void; likely: AccountType | null }) {
  return (
    <div className="mt-6">
      <p className="text-muted">Choose Account Type</p>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        {TYPES.map(({ type, name, Icon, text }) => (
          <button
            key={type}
            type="button"
            data-autofocus={type === likely || undefined}
            onClick={() => onChoose(type)}
            className={`rounded-2xl border p-5 text-left transition-colors hover:border-text ${type === likely ? 'border-accent' : 'border-line'}`}
          >
            <Icon aria-hidden size={26} strokeWidth={1.3} className="text-accent" />
            <span className="mt-4 block font-display text-2xl">{name}</span>
            <span className="mt-1 block text-sm text-muted">{text}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <div className="mt-4 mb-5">
      <h3 className="text-2xl">{title}</h3>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </div>
  )
}

interface StepProps {
  type: AccountType
  redirectTo: string
}

/**
 * Returns a form that closes the dialog when it is accepted. Sign-up with a known address also closes it, but without a
 * sign-in, because the answer must not reveal that the account exists.
 */
function useDialogForm(name: string): FormState {
  const form = useFetcherForm(name)
  const wasBusy = useRef(false)
  const isDone = !form.isBusy && !form.isRefused
  useEffect(() => {
    if (wasBusy.current && isDone) authRequest.set(null)
    wasBusy.current = form.isBusy
  }, [form.isBusy, isDone])
  return form
}

function SignIn({ type, redirectTo }: StepProps) {
  const providers = useProviders()
  const form = useDialogForm('sign-in')
  return (
    <>
      <Heading
        title={type === 'customer' ? 'Sign In as Customer' : 'Sign In as Partner'}
        text="Welcome back! Please sign in to your account"
      />
      <div className="mb-5">
        <DialogSocialButtons providers={providers} accountType={type} redirectTo={redirectTo} action={paths.login()} />
      </div>
      <SignInFields
        form={form}
        accountType={type}
        from="dialog"
        redirectTo={redirectTo}
        action={paths.login()}
        onLeave={dropSignIn}
      />
      {/* Keeps the product to save, because the user continues to sign in on another page. */}
      <p className="mt-3">
        <Link
          to={paths.magicLink({ redirectTo })}
          onClick={() => authRequest.set(null)}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          Email me a sign-in link
        </Link>
      </p>
    </>
  )
}

function SignUp({ type, redirectTo }: StepProps) {
  const form = useDialogForm('sign-up')
  const choices = useMoneyChoices(type === 'partner')
  return (
    <>
      <Heading
        title={type === 'customer' ? 'Create Customer Account' : 'Create Partner Account'}
        text={type === 'customer' ? 'Join the future of fashion discovery' : 'Partner with us to grow your brand'}
      />
      <SignUpFields
        form={form}
        accountType={type}
        from="dialog"
        redirectTo={redirectTo}
        action={type === 'customer' ? paths.signUp() : paths.partnerSignUp()}
        choices={choices}
      />
    </>
  )
}

/** Returns null until the choices are loaded. */
function useMoneyChoices(isPartner: boolean): MoneyChoices | null {
  const [choices, setChoices] = useState<MoneyChoices | null>(null)
  useEffect(() => {
    if (!isPartner) return
    let isThere = true
    client.partner.moneyChoices.query().then(
      (found) => isThere && setChoices(found),
      () => undefined,
    )
    return () => {
      isThere = false
    }
  }, [isPartner])
  return choices
}

function useProviders(): Provider[] {
  const [providers, setProviders] = useState<Provider[]>([])
  useEffect(() => {
    let isThere = true
    client.auth.providers.query().then(
      (found) => isThere && setProviders(found),
      () => undefined,
    )
    return () => {
      isThere = false
    }
  }, [])
  return providers
}
