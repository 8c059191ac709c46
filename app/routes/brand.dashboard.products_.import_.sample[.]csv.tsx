import { SAMPLE_FILE } from '#server/importing/sample-file.values.ts'

/** A file in our own columns, to be filled in. */
export const loader = () =>
  new Response(SAMPLE_FILE, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products-sample.csv"',
    },
  })
