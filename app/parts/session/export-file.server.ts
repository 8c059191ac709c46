/** Returns all data of an account as a file to download. */
export const exportFile = (everything: { exportedAt: Date }): Response =>
  new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="wtf-account-${everything.exportedAt.toISOString().slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
  })
