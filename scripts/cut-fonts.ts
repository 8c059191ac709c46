// node scripts/cut-fonts.ts: regenerates app/fonts from Bodoni Moda; run it when that package changes. Our display type
// uses one optical size and weights up to bold. Without the other axes the files are half as large.
import fs from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'

const from = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable/bodoni-moda/files')
const to = path.resolve(import.meta.dirname, '../app/fonts')
/** The optical size is limited, because at the largest one Bodoni's hairlines disappear on a dark background. */
const AXES = { opsz: 22, wght: { min: 400, max: 700 } }
/** The characters in the package's files, and in the ranges of app/styles/fonts.css. */
const LETTERS: Record<string, [number, number][]> = {
  latin: [
    [0x20, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x304, 0x304],
    [0x308, 0x308],
    [0x329, 0x329],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2191, 0x2191],
    [0x2193, 0x2193],
    [0x2212, 0x2212],
    [0x2215, 0x2215],
  ],
  'latin-ext': [
    [0x100, 0x2ba],
    [0x2bd, 0x2c5],
    [0x2c7, 0x2cc],
    [0x2ce, 0x2d7],
    [0x2dd, 0x2ff],
    [0x304, 0x304],
    [0x308, 0x308],
    [0x329, 0x329],
    [0x1d00, 0x1dbf],
    [0x1e00, 0x1e9f],
    [0x1ef2, 0x1eff],
    [0x2020, 0x2020],
    [0x20a0, 0x20ab],
    [0x20ad, 0x20c0],
    [0x2113, 0x2113],
    [0x2c60, 0x2c7f],
    [0xa720, 0xa7ff],
  ],
}

await fs.mkdir(to, { recursive: true })
for (const [subset, ranges] of Object.entries(LETTERS)) {
  const text = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('')
  for (const style of ['normal', 'italic']) {
    const font = await fs.readFile(path.join(from, `bodoni-moda-${subset}-opsz-${style}.woff2`))
    await fs.writeFile(
      path.join(to, `bodoni-moda-${subset}-${style}.woff2`),
      await subsetFont(font, text, { targetFormat: 'woff2', variationAxes: AXES }),
    )
  }
}
await fs.copyFile(path.join(from, '../LICENSE'), path.join(to, 'LICENSE'))
