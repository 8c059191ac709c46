import { CopyExample } from '#app/components/copy-example.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'

export type Hosts = RouterOutputs['partner']['hosts']
type Claim = Hosts['claims'][number] & { proof?: Hosts['verified'][number]['proof'] }

const PROOF: Readonly<Record<Hosts['verified'][number]['proof'], string>> = {
  dns: 'Verified by DNS record',
  file: 'Verified by file',
  meta_tag: 'Verified by meta tag',
  admin: 'Approved by our team',
  store: 'Verified by your connected store',
  operator: 'Approved by our team',
  earlier: 'Verified',
}

/** Why a verification ended. Links keep working until another partner verifies the host. */
const LOST = {
  store: 'Store disconnected. Links still work for now.',
  code: 'Code not found. Links still work for now.',
}

interface WebsiteProofProps {
  hosts: Hosts
  isOwner: boolean
  /** Whether the partner has a website. Otherwise the page asks for one, whose domain then appears here. */
  hasWebsite: boolean
}

/** The hosts that links may lead to, and how to verify others. */
export function WebsiteProof({ hosts: { verified, claims }, isOwner, hasWebsite }: WebsiteProofProps) {
  const form = usePageForm('claim-host')
  const { Form } = form
  const lost = verified.filter(({ lostAt }) => lostAt !== null)
  return (
    <section aria-labelledby="hosts" className="mt-10 max-w-[72ch]">
      <h2 id="hosts" className="mb-3 scroll-mt-24 text-2xl leading-tight">
        Verified domains
      </h2>
      <p className="text-sm text-muted">
        We only send shoppers to domains that you have verified. Links to other domains do not work. Verifying
        yourstore.com also covers its subdomains, such as shop.yourstore.com.
      </p>
      {verified.length === 0 ? (
        <p className="notice mt-4">You have no verified domain yet, so shoppers cannot reach your store from WTF.</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line text-sm">
          {verified.map(({ host, proof, lostAt }) => (
            <li key={host} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
              <span className="font-semibold wrap-anywhere">{host}</span>
              <span className="text-muted">{lostAt ? LOST[proof === 'store' ? 'store' : 'code'] : PROOF[proof]}</span>
            </li>
          ))}
        </ul>
      )}
      {[...lost.map(({ host, how, proof }) => ({ host, how, proof, checkedAt: null, problem: '' })), ...claims].map(
        (claim) => (
          <HostToProve
            key={claim.host}
            claim={claim}
            isOwner={isOwner}
            isRemovable={claims.some(({ host }) => host === claim.host)}
          />
        ),
      )}
      {isOwner && !hasWebsite ? (
        <p className="mt-4 text-sm text-muted">
          First{' '}
          <a href="#website" className="link">
            add your website
          </a>
          . Its domain then appears here, with the steps to verify it.
        </p>
      ) : isOwner ? (
        <Form {...form.props} className="mt-8 max-w-md">
          <input type="hidden" name="form" value="claim-host" />
          <FormMessage>{form.message}</FormMessage>
          <Field
            form={form}
            name="host"
            label="Add another domain"
            inputMode="url"
            placeholder="shop.yourstore.com"
            required
          />
          <SubmitButton form={form} busy="Adding..." look="quiet" className="mt-5 px-7">
            Add domain
          </SubmitButton>
        </Form>
      ) : (
        <p className="mt-4 text-sm text-muted">Only the store owner can add and verify domains.</p>
      )}
    </section>
  )
}

function HostToProve({ claim, isOwner, isRemovable }: { claim: Claim; isOwner: boolean; isRemovable: boolean }) {
  const { host, how, problem, proof } = claim
  const check = usePageForm(`check-host ${host}`)
  const drop = usePageForm(`drop-host ${host}`)
  const heading = `prove-${host}`
  return (
    <section aria-labelledby={heading} className="mt-6 rounded-lg border border-line p-4 sm:p-6">
      <h3 id={heading} className="text-lg font-semibold wrap-anywhere">
        Verify {host}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {proof === 'store' && 'Your store is no longer connected. '}
        {proof && proof !== 'store' && 'We can no longer find the code on this domain. '}
        To show that this domain is yours, add our verification code in one of these three ways
        {isOwner && ', then select “Check now”'}. Keep it in place, because we check for it every night.
      </p>
      {problem !== '' && (
        <p role="status" className="notice mt-4 wrap-anywhere">
          Not verified yet. {problem} DNS changes can take up to an hour. Check again after that.
        </p>
      )}
      <h4 className="mt-5 text-sm font-semibold">1. A DNS TXT record</h4>
      <CopyExample label="Record name" text={how.dnsName} />
      <CopyExample label="Record value" text={how.dnsValue} />
      <h4 className="mt-5 text-sm font-semibold">2. A text file on your website</h4>
      <CopyExample label="File URL" text={how.fileUrl} />
      <CopyExample label="File content" text={how.token} />
      <h4 className="mt-5 text-sm font-semibold">3. A meta tag in the head of your home page</h4>
      <CopyExample label="Meta tag" text={how.metaTag} />
      <FormMessage>{check.message ?? drop.message}</FormMessage>
      {isOwner && (
        <div className="mt-5 flex flex-wrap gap-3">
          <check.Form {...check.props}>
            <input type="hidden" name="form" value={`check-host ${host}`} />
            <input type="hidden" name="host" value={host} />
            <SubmitButton form={check} busy="Checking..." className="px-7">
              Check now
            </SubmitButton>
          </check.Form>
          {isRemovable && (
            <drop.Form {...drop.props}>
              <input type="hidden" name="form" value={`drop-host ${host}`} />
              <input type="hidden" name="host" value={host} />
              <SubmitButton form={drop} busy="Removing..." look="quiet" className="px-7">
                Remove domain
              </SubmitButton>
            </drop.Form>
          )}
        </div>
      )}
    </section>
  )
}
