import { formatCount } from '#app/lib/format.ts'
import { sayBytes, type Quota } from '#server/quotas/quotas-values.schema.ts'

/** What pages call a quota, and what counts against it. */
export const QUOTA_NAMES: Readonly<Record<Quota, { name: string; counts: string }>> = {
  products: { name: 'Products', counts: 'Drafts, archived and deleted products count too.' },
  variants: { name: 'Variants', counts: 'Each size, colour or other option of a product.' },
  labels: { name: 'Brand labels', counts: 'The different brands of your products.' },
  pictures: { name: 'Product pictures', counts: 'All pictures of all products.' },
  files: { name: 'Stored files', counts: 'Uploads, and pictures that we fetched from your store.' },
  bytes: {
    name: 'Storage',
    counts:
      'Pictures, videos and import files. Pictures that you remove are deleted when they can no longer be brought back.',
  },
}

/** '1,200', or '1.5 GB' of storage. */
export const sayQuota = (quota: Quota, amount: number): string =>
  quota === 'bytes' ? sayBytes(amount) : formatCount(amount)
