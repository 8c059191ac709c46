import { Link } from '#app/components/link.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Facts, Section } from '#app/components/settings-section.tsx'
import { UsageBar } from '#app/components/usage-bar.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatProducts } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { QUOTA_NAMES, sayQuota } from '#app/parts/dashboard/quota-names.ts'
import { MAX_FEEDS } from '#server/importing/imports.schema.ts'
import { MAX_COLLEAGUES } from '#server/partners/team/team-values.schema.ts'
import { KEPT_DAYS } from '#server/products/own-products.schema.ts'
import { LIMITS_OF_STATUS } from '#server/quotas/quotas-values.schema.ts'
import { MAX_WEBHOOKS } from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'
import { MAX_KEYS } from '#server/sales/conversions-api/store-keys.schema.ts'
import { MAX_CODES } from '#server/sales/discount-codes/discount-codes.schema.ts'
import { MAX_TABLES } from '#server/sizing/size-table.schema.ts'
import { MAX_PROMOTIONS } from '#server/storefront/promotion-values.schema.ts'
import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'

type Usage = RouterOutputs['partner']['usage']

/** The store's usage of its limits, how to raise them, and what happens at a limit. */
export function UsageTab({ partner, usage }: { partner: OwnPartner; usage: Usage }) {
  return (
    <SettingsFrame title="Usage and limits" lead="See how much your store uses, and its limits.">
      <Section id="usage" title="Usage" hint="Live figures.">
        <ul className="grid gap-6">
          {usage.uses.map(({ quota, used, limit }) => (
            <li key={quota}>
              <UsageBar
                label={QUOTA_NAMES[quota].name}
                used={used}
                limit={limit}
                say={(amount) => sayQuota(quota, amount)}
              />
              <p className="mt-1.5 text-xs text-muted">{QUOTA_NAMES[quota].counts}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="more" title="Higher limits">
        <GetMore status={usage.status} />
      </Section>
      <Section id="deleted" title="Deleted products" hint={`You can restore them for ${KEPT_DAYS} days.`}>
        <DeletedProducts deleted={usage.deleted} canDelete={partner.role !== 'viewer'} />
      </Section>
      <Section id="at-the-limit" title="When you reach a limit">
        <ul className="list-disc space-y-2 pl-5 text-sm">
          <li>Your products and files stay online, and you can still edit them.</li>
          <li>
            Imports, feeds and store syncs add products until the limit is reached. Each import lists the products that
            were left out.
          </li>
          <li>Forms and uploads tell you which limit you have reached. Nothing you typed is lost.</li>
          <li>We email the store owner at 80% and at 100% of a limit.</li>
        </ul>
      </Section>
      <Section id="others" title="Other limits" hint="These are the same for every store.">
        <Facts
          facts={[
            ['Product feeds', formatCount(MAX_FEEDS)],
            ['Team members', `${formatCount(MAX_COLLEAGUES)}, including open invitations`],
            ['Promotions', formatCount(MAX_PROMOTIONS)],
            ['Discount codes', formatCount(MAX_CODES)],
            ['API keys', formatCount(MAX_KEYS)],
            ['Webhooks', formatCount(MAX_WEBHOOKS)],
            ['Size tables', formatCount(MAX_TABLES)],
          ]}
        />
      </Section>
    </SettingsFrame>
  )
}

function GetMore({ status }: Pick<Usage, 'status'>) {
  const { approved } = LIMITS_OF_STATUS
  return status === 'pending' ? (
    <p className="text-sm">
      Once your store is approved, your limits rise to {formatCount(approved.products)} products,{' '}
      {formatCount(approved.variants)} variants, {formatCount(approved.labels)} brand labels and{' '}
      {sayQuota('bytes', approved.bytes)} of storage. Then import your products again to add those that were left out.
    </p>
  ) : (
    <p className="text-sm">
      Need more? Tell us the size of your catalogue.{' '}
      <Link to={paths.contact()} className="link">
        Ask for higher limits
      </Link>
    </p>
  )
}

function DeletedProducts({ deleted, canDelete }: { deleted: number; canDelete: boolean }) {
  const form = usePageForm('delete-for-good')
  const { Form } = form
  if (deleted === 0) return <p className="text-sm text-muted">No deleted products.</p>
  return (
    <>
      <p className="text-sm">
        {formatProducts(deleted)} still {deleted === 1 ? 'counts' : 'count'} towards your limits.
      </p>
      {canDelete && (
        <details className="ask mt-2">
          <summary className="link inline-flex min-h-11 items-center text-sm">Delete permanently</summary>
          <Form {...form.props} className="grid max-w-[52ch] gap-4 pb-3">
            <input type="hidden" name="form" value="delete-for-good" />
            <p className="text-sm">
              We will permanently delete {formatProducts(deleted)} with all variants and pictures, and remove them from
              wishlists. You cannot undo this.
            </p>
            <FormMessage>{form.message}</FormMessage>
            <SubmitButton form={form} busy="Deleting..." look="quiet" className="sm:justify-self-start">
              Permanently delete {formatProducts(deleted)}
            </SubmitButton>
          </Form>
        </details>
      )}
    </>
  )
}
