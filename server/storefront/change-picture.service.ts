import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { takeUploads } from '#server/uploads/take-uploads.ts'
import { changeDraft } from './draft.service.ts'
import { DRAFT_FILES, loadStore } from './load-store.ts'
import type { ChangePictureInput } from './storefront.schema.ts'

/**
 * Changes a picture of the draft.
 * @returns the draft's new revision
 * @throws AppError conflict if the draft has been changed since, bad_input if there is no picture to change
 */
export async function changePicture(
  ask: Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>,
  input: ChangePictureInput,
): Promise<number> {
  const { kind } = input
  const column = DRAFT_FILES[kind]
  return changeDraft(ask, input.revision, async (tx, data) => {
    const { published, drafted } = await loadStore(tx, ask.partner.id)
    const { [kind]: before, ...others } = data.pictures
    const without = { ...data, pictures: others }
    const isNew = before?.is === 'changed' && before.isNew
    switch (input.act) {
      case 'replace': {
        const taken = await takeUploads(tx, { partnerId: ask.partner.id, slot: kind }, [input.uploadId])
        const file = taken.get(input.uploadId)
        if (!file || !('fileId' in file)) throw new AppError('bad_input', 'Please upload a valid image file.')
        const upload = await tx.upload.findUniqueOrThrow({ where: { id: input.uploadId }, select: { fileName: true } })
        // The alt text of the old picture does not describe the new one.
        const change = { is: 'changed', isNew: true, fileName: upload.fileName, altText: '' } as const
        return { data: { ...data, pictures: { ...others, [kind]: change } }, files: { [column]: file.fileId } }
      }
      case 'keep':
        return { data: without, files: { [column]: null } }
      case 'remove':
        return {
          data: published.pictures[kind] ? { ...data, pictures: { ...others, [kind]: { is: 'removed' } } } : without,
          files: { [column]: null },
        }
      case 'describe': {
        const shown = drafted.pictures[kind]
        if (!shown) throw new AppError('bad_input', 'There is no image to describe.')
        const { altText } = input
        if (!isNew && published.pictures[kind]?.picture.alt === altText) return { data: without }
        const change = { is: 'changed', isNew, fileName: shown.fileName, altText } as const
        return { data: { ...data, pictures: { ...others, [kind]: change } } }
      }
    }
  })
}
