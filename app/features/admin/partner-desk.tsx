import { Link } from '#app/components/link.tsx'
import { Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { CurrencyDesk } from './currency-desk.tsx'
import { Ask, DeskForm } from './desk-form.tsx'
import { Fact, FactList } from './fact-list.tsx'
import { LimitsDesk } from './limits-desk.tsx'

type Stores = RouterOutputs['admin']['stores']

export interface Desk {
  domains: Stores['domains']
  staff: Stores['staff']
  team: Stores['team']
  offers: Stores['offers']
  limits: Stores['limits']
  money: Stores['currency']
}

/** A partner's settings that administrators manage, with the forms to change them. */
export function PartnerDesk({ businessName, desk }: { businessName: string; desk: Desk }) {
  return (
    <div className="mt-14 grid gap-x-[7vw] gap-y-12 lg:grid-cols-2">
      <PlanDesk businessName={businessName} offers={desk.offers} hasOwner={desk.team.owner !== null} />
      <TeamDesk businessName={businessName} team={desk.team} />
      <DomainDesk domains={desk.domains} />
      <StaffDesk staff={desk.staff} />
      <CurrencyDesk businessName={businessName} money={desk.money} />
      <LimitsDesk limits={desk.limits} />
    </div>
  )
}

function PlanDesk({
  businessName,
  offers: { offers, plans, planInForce, months },
  hasOwner,
}: {
  businessName: string
  offers: Desk['offers']
  hasOwner: boolean
}) {
  const form = usePageForm('offer-plan')
  const open = offers.find((offer) => stateOf(offer) === 'Waiting for a reply')
  return (
    <div>
      <FactList title="Plan offers">
        {offers.length === 0 && <Fact name="Offers">No offers yet</Fact>}
        {offers.map((offer) => (
          <Fact key={offer.id} name={`${offer.plan.name}, version ${offer.plan.version}`}>
            <span className="block">{stateOf(offer)}</span>
            <span className="block text-muted tabular-nums">
              From {formatDate(offer.fromAt)}. Offered <ExactTime date={offer.offeredAt} /> UTC
              {offer.offeredBy && ` by ${offer.offeredBy.email}`}
            </span>
          </Fact>
        ))}
      </FactList>
      {open ? (
        <Asking label="Withdraw the offer" who="">
          <p className="text-sm">{businessName} stays on its current plan. We email the partner.</p>
          <DeskForm form="withdraw-offer" fields={{ offerId: open.id }} button="Withdraw the offer" />
        </Asking>
      ) : !hasOwner ? (
        <p className="mt-3 text-sm text-muted">{businessName} has no owner who could accept another plan.</p>
      ) : (
        <Ask label="Offer another plan" form={form}>
          <p className="text-sm text-pretty">
            We email the owner, who answers in the dashboard. The current plan applies until then. Earlier orders stay
            on the plan they were placed under.
          </p>
          <DeskForm form="offer-plan" fields={{}} button="Send offer" state={form}>
            <SelectField form={form} name="planId" label="Plan" defaultValue="">
              <option value="">Choose a plan</option>
              {plans.map(({ id, name, version, isActive }) => (
                <option key={id} value={id} disabled={id === planInForce}>
                  {name}, version {version}
                  {id === planInForce ? ' (current plan)' : isActive ? ' (for new partners)' : ''}
                </option>
              ))}
            </SelectField>
            <SelectField form={form} name="from" label="Start (UTC)" defaultValue={months[0] ?? 'now'}>
              {months.map((month) => (
                <option key={month} value={month}>
                  From {formatDate(new Date(`${month}-01`))}
                </option>
              ))}
              <option value="now">When accepted</option>
            </SelectField>
          </DeskForm>
        </Ask>
      )}
    </div>
  )
}

type Offer = Desk['offers']['offers'][number]
const stateOf = ({ acceptedAt, declinedAt, withdrawnAt }: Offer): string =>
  acceptedAt ? 'Accepted' : declinedAt ? 'Declined' : withdrawnAt ? 'Withdrawn' : 'Waiting for a reply'

function TeamDesk({ businessName, team: { owner, members } }: { businessName: string; team: Desk['team'] }) {
  const form = usePageForm('hand-over')
  return (
    <div>
      <FactList title="Team">
        <Fact name="Owner">
          {owner ? (
            <Link to={adminPaths.adminUser(owner.id)} className="link">
              {owner.email}
            </Link>
          ) : (
            'No owner yet'
          )}
        </Fact>
        {members.map(({ user, role, createdAt }) => (
          <Fact key={user.id} name={role === 'editor' ? 'Editor' : 'Viewer'}>
            <Link to={adminPaths.adminUser(user.id)} className="link">
              {user.email}
            </Link>
            <span className="block text-muted">since {formatDate(createdAt)}</span>
          </Fact>
        ))}
      </FactList>
      <Ask label="Transfer ownership" form={form}>
        <p className="text-sm text-pretty">
          {owner
            ? `${owner.email} leaves ${businessName} and becomes a customer. `
            : `${businessName} has no owner yet. `}
          We sign out and email everyone affected. The new owner needs an account with a verified email. We may ask for
          your password.
        </p>
        <DeskForm form="hand-over" fields={{ from: owner?.id ?? '' }} button="Transfer ownership" state={form}>
          <Field form={form} name="email" type="email" label="New owner's email address" required />
          <Field form={form} name="reason" label="Reason, for the audit log" required />
        </DeskForm>
      </Ask>
    </div>
  )
}

const PROOF: Readonly<Record<Desk['domains'][number]['proof'], string>> = {
  dns: 'Verified by DNS record',
  file: 'Verified by file',
  meta_tag: 'Verified by meta tag',
  admin: 'Approved by an administrator',
  store: 'Reported by the connected store',
  operator: 'Imported by the operator',
  earlier: 'Verified before November 2026',
}

function DomainDesk({ domains }: { domains: Desk['domains'] }) {
  const form = usePageForm('add-domain')
  return (
    <div>
      <FactList title="Verified domains">
        {domains.length === 0 && <Fact name="Domains">None, so links to this store do not work</Fact>}
        {domains.map((domain) => (
          <Fact key={domain.host} name={domain.host}>
            {PROOF[domain.proof]}
            {domain.lostAt && ' (code currently not found)'}. {ledTo(domain)}
            <RemoveDomain domain={domain} />
          </Fact>
        ))}
      </FactList>
      <Ask label="Add a domain" form={form}>
        <p className="text-sm text-pretty">
          Links to this domain and its subdomains work from the next click. Only add a domain that the partner controls.
        </p>
        <DeskForm form="add-domain" fields={{}} button="Add domain" state={form}>
          <Field form={form} name="host" label="Domain" placeholder="yourstore.com" required />
          <Field form={form} name="reason" label="How did you verify that they own it?" required />
        </DeskForm>
      </Ask>
    </div>
  )
}

function RemoveDomain({ domain }: { domain: Desk['domains'][number] }) {
  const { host, products } = domain
  const name = `remove-domain ${host}`
  const form = usePageForm(name)
  return (
    <Ask label="Remove" who={host} form={form}>
      <p className="text-pretty">
        {ledTo(domain)}. {products > 0 && 'Product links stop working until they point to another verified domain. '}You
        can add the domain again.
      </p>
      <DeskForm form={name} fields={{ host }} button={`Remove ${host}`} state={form}>
        <Field form={form} name="reason" label="Reason, for the audit log" required />
      </DeskForm>
    </Ask>
  )
}

const ledTo = ({ products, clicks }: Desk['domains'][number]): string =>
  `Used by ${formatCount(products)} ${products === 1 ? 'product' : 'products'}, ${formatCount(clicks)} ${clicks === 1 ? 'click' : 'clicks'} in the last 30 days`

function StaffDesk({ staff: { known, added } }: { staff: Desk['staff'] }) {
  const form = usePageForm('add-staff')
  return (
    <div>
      <FactList title="Buyers excluded from commission">
        <Fact name="Account and team">{known.join(', ')}</Fact>
        {added.map(({ id, label, addedAt, addedBy }) => (
          <Fact key={id} name={label}>
            <span className="text-muted tabular-nums">
              Added <ExactTime date={addedAt} /> UTC{addedBy && ` by ${addedBy.email}`}
            </span>
            <Asking label="Remove" who={label}>
              <p>Future purchases with this email address earn commission again.</p>
              <DeskForm form={`remove-staff ${id}`} fields={{ staffId: id }} button={`Remove ${label}`} />
            </Asking>
          </Fact>
        ))}
      </FactList>
      <Ask label="Exclude a buyer" form={form}>
        <p className="text-sm text-pretty">
          Purchases by the partner&apos;s own team earn no commission. We flag future sales with this email address. We
          store only a hash of the address, so add a label to recognise it.
        </p>
        <DeskForm form="add-staff" fields={{}} button="Exclude buyer" state={form}>
          <Field form={form} name="email" type="email" label="Email address" required />
          <Field form={form} name="label" label="Label" placeholder="warehouse, Leeds" required />
        </DeskForm>
      </Ask>
    </div>
  )
}
