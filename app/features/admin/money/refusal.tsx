import { FormMessage } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { FormAnswer } from '#app/lib/form.ts'

/**
 * Shows the reason for a refusal that its form cannot show: either another administrator was faster and the row is
 * gone, or the form is collapsed.
 * @param shown names of the forms that stay open after a refusal
 */
export function Refusal({ shown }: { shown: readonly string[] }) {
  const answer = useActionAnswer<FormAnswer>()
  if (!answer?.message || shown.includes(answer.form)) return null
  return (
    <div className="mt-6 max-w-2xl">
      <FormMessage>{answer.message}</FormMessage>
    </div>
  )
}
