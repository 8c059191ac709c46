import { SAMPLE_FILE } from '#server/importing/sample-file.values.ts'

/** Returns a sample file with our columns to fill in. */
export const loader = () =>
  new Response(SAMPLE_FILE, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products-sample.csv"',
    },
  })
