import { useFetcher, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import type { WishData } from '#app/lib/api-types.ts'
import { parseFormAnswer, useFormState } from '#app/lib/form.ts'
import { toast } from '#app/lib/toast.ts'
import { WishForm } from './wish-form.tsx'

/** The item's settings in a dialog over the list. */
export default function WishDialog({ item, onClose }: { item: WishData; onClose: () => void }) {
  const fetcher = useFetcher<{ isSaved?: boolean }>()
  const form = useFormState(
    fetcher.Form as ComponentType<FormProps>,
    parseFormAnswer(fetcher.data, 'wish'),
    fetcher.state !== 'idle',
  )
  const isSaved = fetcher.data?.isSaved === true && fetcher.state === 'idle'
  useEffect(() => {
    if (!isSaved) return
    toast.set({ tone: 'plain', title: 'Saved', text: item.name })
    onClose()
  }, [isSaved, item.name, onClose])
  return (
    <Dialog title={item.name} onClose={onClose}>
      <WishForm item={item} form={form} isInDialog />
    </Dialog>
  )
}
