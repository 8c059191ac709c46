import { FormMessage } from '#app/components/field.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { FormAnswer } from '#app/lib/form.ts'

/**
 * Explains why an action was refused if its form cannot: its row is gone because another administrator was faster, or
 * the form is collapsed.
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
