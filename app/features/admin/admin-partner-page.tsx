import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { PRODUCT_KINDS } from '#server/invitations/calculator.schema.ts'
import { Fact, FactList } from './fact-list.tsx'
import { PartnerDesk, type Desk } from './partner-desk.tsx'
import { JudgeForms } from './judge-forms.tsx'
import { PartnerBusiness, type Business } from './partner-business.tsx'
import { PartnerMark } from './partner-mark.tsx'
import { lookup } from '#server/platform/lookup.schema.ts'

type Partner = RouterOutputs['admin']['partner']

const PLATFORM_NAMES: Record<Partner['platform'], string> = {
  shopify: 'Shopify',
  wix: 'Wix',
  woocommerce: 'WooCommerce',
  other: 'Unknown',
}
const ACT_NAMES = lookup({
  partner_joined: 'Joined',
  partner_approved: 'Approved',
  partner_rejected: 'Rejected',
  partner_suspended: 'Suspended',
  partner_domain_added: 'Domain added',
  partner_domain_proven: 'Domain verified',
  partner_domain_proof_lost: 'Domain verification lost',
  partner_domain_removed: 'Domain removed',
  partner_staff_added: 'Buyer excluded from commission',
  partner_staff_removed: 'Buyer no longer excluded from commission',
  partner_handed_over: 'Ownership transferred',
  partner_limit_set: 'Usage limit changed',
  partner_currency_changed: 'Currency changed',
  partner_plan_offered: 'Plan offered',
  partner_plan_withdrawn: 'Plan offer withdrawn',
  partner_plan_declined: 'Plan declined',
})

/** A partner's details and history, with the forms to decide about it. */
export function AdminPartnerPage({
  partner,
  business,
  desk,
  problem,
}: {
  partner: Partner
  business: Business
  desk: Desk
  problem: string | undefined
}) {
  const { verificationStatus: status, statusChangedAt, statusReason } = partner
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.adminPartners({ status: status })} label="Partners" />
      </div>
      <h1 className="mt-2 min-w-0 text-(length:--text-section) leading-tight [overflow-wrap:anywhere]">
        {partner.businessName}
      </h1>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-4 text-sm">
        <PartnerMark status={status} />
        <span className="text-muted tabular-nums">
          since <ExactTime date={statusChangedAt ?? partner.createdAt} /> UTC
        </span>
      </p>
      <p className="mt-3 flex flex-wrap gap-x-5 text-sm">
        <Link to={adminPaths.adminSales({ partner: partner.id })} className="link inline-flex min-h-11 items-center">
          Sales
        </Link>
        <Link
          to={adminPaths.adminAdjustments({ partner: partner.id })}
          className="link inline-flex min-h-11 items-center"
        >
          Propose an adjustment
        </Link>
      </p>
      {statusReason && (
        <p className="mt-2 max-w-[68ch] text-sm whitespace-pre-line [overflow-wrap:anywhere] text-muted">
          Reason: <span className="text-text">{statusReason}</span>
        </p>
      )}
      <div className="mt-8 grid items-start gap-x-[7vw] gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-10 lg:row-span-2">
          <PartnerBusiness partnerId={partner.id} business={business} />
          <TheBrand partner={partner} />
          <WhatItSaid partner={partner} />
          <Agreement partner={partner} />
        </div>
        <JudgeForms partner={partner} problem={problem} />
        <History history={partner.history} />
      </div>
      <PartnerDesk businessName={partner.businessName} desk={desk} />
    </>
  )
}

function TheBrand({ partner }: { partner: Partner }) {
  const { id, verificationStatus, websiteUrl, owner, _count } = partner
  return (
    <FactList title="Brand">
      <Fact name="Contact person">{partner.contactPerson}</Fact>
      <Fact name="Email">
        <a href={`mailto:${partner.email}`} className="link">
          {partner.email}
        </a>
      </Fact>
      {partner.contactEmail && <Fact name="Public email">{partner.contactEmail}, not verified</Fact>}
      <Fact name="Phone">{partner.phone}</Fact>
      <Fact name="Business address">{partner.businessAddress}</Fact>
      <Fact name="Country">{partner.countryName || 'Not specified'}</Fact>
      <Fact name="Website">
        {/* Entered by the partner, so it may not be a web address. */}
        {websiteUrl && /^https?:/i.test(websiteUrl) ? (
          <a href={websiteUrl} target="_blank" rel="noopener nofollow" className="link">
            {websiteUrl}
          </a>
        ) : (
          websiteUrl
        )}
        {websiteUrl && <Unverified partner={partner} />}
      </Fact>
      <Fact name="Platform">{PLATFORM_NAMES[partner.platform]}</Fact>
      <Fact name="Products">
        {formatCount(_count.products)}
        {verificationStatus === 'approved' && (
          <Link to={paths.brand(id)} className="link ml-4">
            View store
          </Link>
        )}
      </Fact>
      <Fact name="Account">
        {owner ? (
          <>
            {owner.email}
            <span className="block text-muted">
              {owner.emailVerifiedAt ? 'Email verified' : 'Email not verified'}, created on{' '}
              {formatDate(owner.createdAt)}
            </span>
          </>
        ) : (
          'No owner yet'
        )}
      </Fact>
      <Fact name="Joined (UTC)">
        <ExactTime date={partner.createdAt} />
      </Fact>
    </FactList>
  )
}

function Unverified({ partner: { websiteTrust } }: { partner: Partner }) {
  const { host, isVerified, isLost, holder } = websiteTrust
  if (isVerified) return null
  if (isLost)
    return (
      <span className="block text-muted">
        The domain’s verification record has been removed. Shoppers can still visit it until another store verifies it.
      </span>
    )
  return (
    <span className="block text-muted">
      Not verified, so links to it do not work.{' '}
      {holder ? (
        <>
          {host ?? 'The domain'} {holder.isLost ? 'was verified by' : 'is verified by'}{' '}
          <Link to={adminPaths.adminPartner(holder.id)} className="link">
            {holder.businessName}
          </Link>
          {holder.isLost && ', but its verification record has been removed'}.
        </>
      ) : (
        !host && 'This is a shared domain, so no store can verify it.'
      )}
    </span>
  )
}

function WhatItSaid({ partner }: { partner: Partner }) {
  const { productKinds, targetMonthlyMinor, agreedToMarketing, ethos, agreements } = partner
  // The sign-up amount is in the currency of the partner's first plan.
  const currency = agreements.at(-1)?.plan.currency
  return (
    <FactList title="Sign-up answers">
      <Fact name="Sells">
        {productKinds.map((kind) => PRODUCT_KINDS.find(({ id }) => id === kind)?.name ?? kind).join(', ')}
      </Fact>
      <Fact name="Expected sales">
        {targetMonthlyMinor !== null && currency && `${formatMoney(targetMonthlyMinor, currency)} a month`}
      </Fact>
      <Fact name="Marketing">{agreedToMarketing ? 'Opted in' : 'Not opted in'}</Fact>
      {ethos && <Fact name="Ethos">{ethos}</Fact>}
    </FactList>
  )
}

function Agreement({ partner: { agreements, invitations } }: { partner: Partner }) {
  return (
    <FactList title="Agreement and source">
      {agreements.length === 0 && <Fact name="Commission plan">None accepted</Fact>}
      {agreements.map(({ id, plan, termsVersion, acceptedAt, fromAt }) => (
        <Fact key={id} name="Commission plan">
          {plan.name}, version {plan.version}
          <span className="block text-muted tabular-nums">
            Accepted on <ExactTime date={acceptedAt} /> UTC under the terms dated {formatDate(new Date(termsVersion))}.
            {fromAt && fromAt > acceptedAt && ` Starts on ${formatDate(fromAt)}.`}
          </span>
        </Fact>
      ))}
      {invitations.length === 0 && <Fact name="Invitation">Joined without an invitation</Fact>}
      {invitations.map(({ id, email, businessName, sentAt }) => (
        <Fact key={id} name="Invitation">
          <Link to={adminPaths.invitePartners({ q: email })} className="link">
            {businessName}, {email}
          </Link>
          <span className="block text-muted tabular-nums">
            Sent <ExactTime date={sentAt} /> UTC
          </span>
        </Fact>
      ))}
    </FactList>
  )
}

function History({ history }: { history: Partner['history'] }) {
  return (
    <section>
      <h2 className="text-2xl leading-tight">History</h2>
      {history.length === 0 ? (
        <p className="mt-3 border-y border-line py-3 text-sm text-muted">No changes yet.</p>
      ) : (
        <ol className="mt-3 divide-y divide-line/60 border-y border-line text-sm">
          {history.map(({ id, at, action, by, data }) => (
            <li key={id} className="py-2.5 [overflow-wrap:anywhere]">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{ACT_NAMES[action] ?? action}</span>
                <span className="text-muted tabular-nums">
                  <ExactTime date={at} /> UTC
                </span>
              </span>
              <span className="block text-muted">by {by ?? 'a deleted account'}</span>
              {reasonIn(data) && <span className="mt-1 block whitespace-pre-line">{reasonIn(data)}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const reasonIn = (data: Partner['history'][number]['data']): string => {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : ''
  return typeof reason === 'string' ? reason : ''
}
