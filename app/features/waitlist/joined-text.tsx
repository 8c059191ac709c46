import type { Joined } from '#app/parts/waitlist/use-waitlist-form.ts'

/** The next steps after joining. */
export function JoinedText({ joined: { email, reference } }: { joined: Joined }) {
  return (
    <div className="mt-4 space-y-4">
      <p className="text-lg">Thanks for joining our waitlist. We&apos;ll keep you updated on our launch!</p>
      <p className="text-muted">
        One more step: open the email we sent to <span className="text-text">{email}</span> and confirm your address.
      </p>
      <p className="text-sm text-muted">
        Your reference: <span className="text-text tabular-nums">{reference}</span>
      </p>
    </div>
  )
}
