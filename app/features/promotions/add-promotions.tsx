import { DropZone } from '#app/parts/uploads/drop-zone.tsx'
import { useUploads } from '#app/parts/uploads/use-uploads.ts'
import { ArrivedFile } from './arrived-file.tsx'

/** The upload areas, and the files uploaded so far. Each file needs a description before it can be sent for review. */
export function AddPromotions() {
  const images = useUploads('promotionalImage')
  const videos = useUploads('promotionalVideo')
  return (
    <div className="mt-6 grid gap-4 lg:grid-cols-2">
      <Adding kind="image" uploads={images} label="Upload images" hint="JPEG, PNG or WebP, up to 10 MB each." />
      <Adding
        kind="video"
        uploads={videos}
        label="Upload videos"
        hint="MP4, WebM, MOV or AVI, up to 50 MB each. Use MP4 or WebM: videos that browsers cannot play do not go live."
      />
    </div>
  )
}

interface AddingProps {
  kind: 'image' | 'video'
  uploads: ReturnType<typeof useUploads>
  label: string
  hint: string
}

function Adding({ kind, uploads, label, hint }: AddingProps) {
  const slot = kind === 'video' ? 'promotionalVideo' : 'promotionalImage'
  const arrived = uploads.items.filter(({ status }) => status === 'done')
  return (
    <div className="min-w-0">
      <DropZone slot={slot} uploads={uploads} label={label} hint={hint} hidesDone />
      <ul>
        {arrived.map((item) => (
          <ArrivedFile
            key={item.key}
            item={item}
            fields={{ form: 'add', kind }}
            onSent={() => uploads.remove(item.key)}
          />
        ))}
      </ul>
    </div>
  )
}
