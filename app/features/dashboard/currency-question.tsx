import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { FormState } from '#app/lib/form.ts'

/**
 * Asks whether to switch to the store's currency, if it differs from the partner's. Part of the forms that connect a
 * store.
 */
export function CurrencyQuestion({ form }: { form: FormState }) {
  const question = form.error('takesCurrency')
  if (!question) return null
  return (
    <div className="mt-6">
      <FormMessage>{question}</FormMessage>
      <p className="mt-4 flex flex-wrap gap-2">
        <SubmitButton form={form} busy="Connecting..." className="px-7" name="takesCurrency" value="on">
          Change my currency and connect
        </SubmitButton>
        <Link to={dashboardPaths.connectStore()} className="button button-quiet min-h-12 px-7">
          Keep my currency and don’t connect
        </Link>
      </p>
    </div>
  )
}
