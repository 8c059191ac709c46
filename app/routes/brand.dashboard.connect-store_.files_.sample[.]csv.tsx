import { SAMPLE_FILE } from '#server/sales/conversion-files/sample-file.values.ts'

/** Returns a sample file of orders to fill in. */
export const loader = () =>
  new Response(SAMPLE_FILE, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders-sample.csv"',
    },
  })
