// node tests/access/ask-matrix.ts DATABASE_URL [PREFIX ...]: asks the matrix's cells (of procedures that begin so, in that order) until one is not as it says; then it names that and ends with NOTICED.
import { connect } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { askCell, askClosed, expectedOf, type Untouched } from './ask-cell.ts'
import { MATRIX } from './matrix.ts'
import { NOTICED } from './noticed.ts'
import { configureScenes, ROLES } from './scene.ts'

const [databaseUrl = '', ...prefixes] = process.argv.slice(2)
if (!prefixes.length) prefixes.push('')
// Without its guard a procedure may fail in several places at once; the cell tells of one, and the others must not end the process.
process.on('unhandledRejection', () => undefined)
configureScenes({ scenesAtOnce: prefixes.includes('') ? 16 : 2 })
const unspoilt: Untouched = new Map()
log.level = 'silent'
const db = connect(databaseUrl, { poolSize: 4 })

if (prefixes.includes('')) {
  const open = Object.entries(await askClosed(db, Object.keys(MATRIX), 'visitor')).find(
    ([, outcome]) => outcome !== 'SERVICE_UNAVAILABLE',
  )
  if (open) {
    console.log(`${open[0]} of a closed site: ${open[1]}`)
    process.exit(NOTICED)
  }
}
const rows = new Map(
  prefixes.flatMap((prefix) => {
    const found = Object.entries(MATRIX).filter(([name]) => name.startsWith(prefix))
    if (!found.length) throw new Error(`The matrix has no procedure that begins with ${prefix}.`)
    return found
  }),
)
for (const [procedure, row] of rows) {
  for (const [whose, cell] of Object.entries(row)) {
    for (const role of ROLES) {
      const result = await askCell(db, procedure, cell, role, unspoilt)
      const expected = expectedOf(cell, role, result)
      if (JSON.stringify(Object.entries(result).sort()) === JSON.stringify(Object.entries(expected).sort())) continue
      console.log(
        `${procedure} by a ${role} with ${whose} ids: ${result.outcome}${result.leaked.length ? ', tells of a stranger' : ''}${result.isTouched ? ", touches a stranger's things" : ''}`,
      )
      process.exit(NOTICED)
    }
  }
}
process.exit(0)
