/** Returns 'Firefox', 'Edge', 'Opera', 'Chrome', 'Safari' or 'Unknown'. */
export function browserFamily(userAgent: string | null): string {
  const marks: Array<[RegExp, string]> = [
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\/|Opera/, 'Opera'],
    [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]
  return marks.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? 'Unknown'
}
