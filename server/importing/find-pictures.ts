import { parsePictureList } from './picture-list.ts'
import type { ProductTable } from './product-groups.ts'
import { pictureUrl } from './parse-images.ts'

/**
 * Returns the first line in the file that mentions each of these pictures. Pictures that it does not mention are
 * missing.
 */
export async function findPictures(
  { open, columns }: ProductTable,
  urls: ReadonlySet<string>,
): Promise<Map<string, { line: number; handle: string }>> {
  const found = new Map<string, { line: number; handle: string }>()
  for await (const records of open())
    for (const { line, cells } of records)
      for (const cell of cells ?? []) {
        if (!cell.includes('//')) continue
        for (const part of parsePictureList(cell)) {
          const url = pictureUrl(part)
          if (url && urls.has(url) && !found.has(url))
            found.set(url, { line, handle: columns.read(cells ?? [], 'handle') })
        }
      }
  return found
}
