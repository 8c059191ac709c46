/** Covers the page during the final submit. */
export function LaunchingOverlay({ businessName }: { businessName: string }) {
  return (
    <div role="status" className="fixed inset-0 z-50 grid animate-appear place-content-center bg-ink px-6 text-center">
      <svg aria-hidden viewBox="0 0 120 72" width="160" className="launching mx-auto text-text" fill="none">
        <path
          d="M60 30 C60 22 68 22 68 16 A8 8 0 1 0 52 16"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path
          d="M60 30 L110 58 Q114 62 108 62 L12 62 Q6 62 10 58 Z"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <p className="mt-8 font-display text-(length:--text-section) leading-none">
        Setting up {businessName || 'your brand'}
      </p>
      <p className="mt-4 text-muted">We are saving your account, your brand and your plan.</p>
    </div>
  )
}
