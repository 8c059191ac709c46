import { useFetcher, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import { parseFormAnswer, useFormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { SizePanel, type SizeAnswer, type SizePanelData } from '#app/parts/sizing/size-panel.tsx'

/** The size advice in a dialog over the product page. Loaded when it is first opened. */
export default function SizeDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const loaded = useFetcher<SizePanelData>()
  const sent = useFetcher<Partial<SizeAnswer>>()
  const { load } = loaded
  useEffect(() => load(paths.sizeOf(productId)), [load, productId])
  const form = useFormState(
    sent.Form as ComponentType<FormProps>,
    parseFormAnswer(sent.data, 'size'),
    sent.state !== 'idle',
  )
  const hasFailed = loaded.state === 'idle' && loaded.data === undefined
  return (
    <Dialog title="Find my size" onClose={onClose}>
      <div className="mt-6">
        {loaded.data ? (
          <SizePanel {...loaded.data} form={form} answer={sent.data?.sizes ? (sent.data as SizeAnswer) : undefined} />
        ) : (
          <p role="status" className="py-10 text-muted">
            {hasFailed ? '' : 'Looking for the size chart...'}
          </p>
        )}
      </div>
    </Dialog>
  )
}
