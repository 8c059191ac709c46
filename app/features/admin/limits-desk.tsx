import { ExactTime } from '#app/components/exact-time.tsx'
import { Field } from '#app/components/field.tsx'
import { UsageBar } from '#app/components/usage-bar.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { QUOTA_NAMES, sayQuota } from '#app/parts/dashboard/quota-names.ts'
import { BYTES_PER_MB } from '#server/quotas/limits.schema.ts'
import { LIMITS_OF_STATUS } from '#server/quotas/quotas-values.schema.ts'
import { Ask, DeskForm } from './desk-form.tsx'

type Limits = RouterOutputs['admin']['stores']['limits']

/** A partner's usage and limits, with forms to change a limit. */
export function LimitsDesk({ limits }: { limits: Limits }) {
  return (
    <section className="lg:col-span-2">
      <h2 className="text-2xl leading-tight">Usage and limits</h2>
      <ul className="mt-3 grid gap-x-[7vw] border-t border-line lg:grid-cols-2">
        {limits.uses.map((use) => (
          <OneLimit key={use.quota} use={use} limits={limits} />
        ))}
      </ul>
    </section>
  )
}

function OneLimit({ use, limits: { status, set } }: { use: Limits['uses'][number]; limits: Limits }) {
  const { quota, used, limit, isSet } = use
  const name = `set-limit ${quota}`
  const form = usePageForm(name)
  const current = set.find((one) => one.quota === quota)
  return (
    <li className="border-b border-line/60 pt-3">
      <UsageBar label={QUOTA_NAMES[quota].name} used={used} limit={limit} say={(amount) => sayQuota(quota, amount)} />
      {current && (
        <p className="mt-1.5 text-xs [overflow-wrap:anywhere] text-muted">
          Set <ExactTime date={current.setAt} /> UTC{current.setBy && ` by ${current.setBy.email}`}: {current.reason}
        </p>
      )}
      <Ask label="Change limit" who={QUOTA_NAMES[quota].name} form={form}>
        <p className="text-sm text-pretty">
          The default for this partner&apos;s status is {sayQuota(quota, LIMITS_OF_STATUS[status][quota])}. If you lower
          the limit, existing products and files stay and can be edited.
        </p>
        <DeskForm form={name} fields={{ quota }} button="Save limit" state={form}>
          <Field
            form={form}
            name="amount"
            label={quota === 'bytes' ? 'Limit in MB' : 'Limit'}
            inputMode="numeric"
            defaultValue={String(quota === 'bytes' ? Math.round(limit / BYTES_PER_MB) : limit)}
            hint={isSet ? 'Leave empty to restore the default.' : undefined}
          />
          <Field form={form} name="reason" label="Reason, for the audit log" required />
        </DeskForm>
      </Ask>
    </li>
  )
}
