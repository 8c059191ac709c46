import { formatCount } from '#app/lib/format.ts'
import { sayBytes, type Quota } from '#server/quotas/quotas-values.schema.ts'

/** The names of quotas, and what counts towards each. */
export const QUOTA_NAMES: Readonly<Record<Quota, { name: string; counts: string }>> = {
  products: { name: 'Products', counts: 'Includes drafts, archived and deleted products.' },
  variants: { name: 'Variants', counts: 'Every size, colour or other option of each product.' },
  labels: { name: 'Brand labels', counts: 'The number of different brands among your products.' },
  pictures: { name: 'Product pictures', counts: 'All pictures of all your products.' },
  files: { name: 'Stored files', counts: 'Uploads, and pictures that we copied from your store.' },
  bytes: {
    name: 'Storage',
    counts: 'Pictures, videos and import files. Removed pictures count until they can no longer be restored.',
  },
}

/** Formats an amount: '1,200', or '1.5 GB' of storage. */
export const sayQuota = (quota: Quota, amount: number): string =>
  quota === 'bytes' ? sayBytes(amount) : formatCount(amount)
