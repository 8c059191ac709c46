import { useEffect } from 'react'
import { useEvent } from '#app/lib/use-event.ts'
import { DropZone } from '#app/parts/uploads/drop-zone.tsx'
import type { Uploads } from '#app/parts/uploads/use-uploads.ts'
import { newVariantKey, type EditorForm, type EditorPicture } from './editor-form.ts'

/** Uploads new pictures. Each appears in the list as soon as it has been uploaded. */
export function AddPictures({
  form,
  change,
  uploads,
}: {
  form: EditorForm
  change: (part: Partial<EditorForm>) => void
  uploads: Uploads
}) {
  const take = useEvent((items: Uploads['items']) => {
    const arrived = items.flatMap(({ file }): EditorPicture[] =>
      file
        ? [
            {
              key: newVariantKey(),
              id: null,
              uploadId: file.uploadId,
              alt: '',
              colourName: '',
              picture: file.picture,
              isOfStore: false,
              isRemoved: false,
            },
          ]
        : [],
    )
    if (!arrived.length) return
    change({ pictures: [...form.pictures, ...arrived] })
    for (const { key, file } of items) if (file) uploads.remove(key)
  })
  const { items } = uploads
  useEffect(() => take(items), [items, take])
  return (
    <DropZone
      slot="productPicture"
      uploads={uploads}
      label="Add pictures"
      hint="The first one is the main picture."
      hidesDone
    />
  )
}
