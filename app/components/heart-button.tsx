import { Heart, X } from 'lucide-react'

const NOTICE_ID = 'login-required'

/** Saves a product. Signing in comes with accounts; until then it says so, with or without JavaScript. */
export function HeartButton({ productName, isLabelled = false }: { productName: string; isLabelled?: boolean }) {
  return (
    <button
      type="button"
      {...{ popovertarget: NOTICE_ID }}
      aria-label={`Add to Wishlist: ${productName}`}
      className={isLabelled ? 'button button-quiet' : 'icon-button bg-ink/55 text-text backdrop-blur-sm hover:bg-ink/80'}
    >
      <Heart aria-hidden size={isLabelled ? 18 : 20} strokeWidth={1.6} />
      {isLabelled && 'Add to Wishlist'}
    </button>
  )
}

/** Stands once on every page; the hearts open it. */
export function LoginRequiredNotice() {
  return (
    <div
      id={NOTICE_ID}
      {...{ popover: 'auto' }}
      role="status"
      className="fixed inset-x-4 top-auto bottom-6 m-auto max-w-md rounded-2xl border border-line bg-raised p-5 text-text shadow-none backdrop:bg-transparent open:animate-appear"
    >
      <div className="flex items-start gap-4">
        <Heart aria-hidden className="mt-1 shrink-0 text-accent" size={20} />
        <div className="grow">
          <p className="font-semibold">Login Required</p>
          <p className="mt-1 text-sm text-muted">Please log in to add items to your wishlist. Accounts are not open yet; they come next.</p>
        </div>
        <button type="button" {...{ popovertarget: NOTICE_ID, popovertargetaction: 'hide' }} aria-label="Close" className="icon-button -mt-2 -mr-2">
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
