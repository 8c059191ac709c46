// node tests/access/ask-matrix.ts DATABASE_URL all|admitted GROUP ...: runs the matrix's cells of each group until one
// fails. Prints the failing cell of each group as JSON, or null if all pass.
// - admitted: only cells of roles that are not refused.
// - GROUP: procedure names, and prefixes that end with a dot, separated by commas; empty: all.
import { connect, type Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { askCell, askClosed, expectedOf, type Untouched } from './ask-cell.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes, ROLES } from './scene.ts'

const [databaseUrl = '', roles = '', ...groups] = process.argv.slice(2)
// A procedure without its guard may fail in several places at once. The cell reports one failure, and the others must
// not end the process.
process.on('unhandledRejection', () => undefined)
const procedures = groups.reduce((sum, group) => sum + rowsOf(group.split(',')).size, 0)
configureScenes({ scenesAtOnce: procedures > 20 ? 16 : 2 })
log.level = 'silent'
const db = connect(databaseUrl, { poolSize: 4 })
const noticed: Array<string | null> = []
for (const group of groups) noticed.push(await askGroup(db, group.split(',')))
console.log(JSON.stringify(noticed))
process.exit(0)

async function askGroup(db: Db, names: string[]): Promise<string | null> {
  if (names.includes('')) {
    const open = Object.entries(await askClosed(db, Object.keys(MATRIX), 'visitor')).find(
      ([, outcome]) => outcome !== 'SERVICE_UNAVAILABLE',
    )
    if (open) return `${open[0]} of a closed site: ${open[1]}`
  }
  // Side effects of unguarded procedures must stay within their group.
  const untouched: Untouched = new Map()
  for (const [procedure, row] of rowsOf(names))
    for (const [whose, cell] of Object.entries(row))
      for (const role of ROLES) {
        if (roles === 'admitted' && ['UNAUTHORIZED', 'FORBIDDEN'].includes(cell.outcomes[role])) continue
        const result = await askCell(db, procedure, cell, role, untouched)
        const expected = expectedOf(cell, role, result)
        if (JSON.stringify(Object.entries(result).sort()) === JSON.stringify(Object.entries(expected).sort())) continue
        return `${procedure} by a ${role} with ${whose} ids: ${result.outcome}${result.leaked.length ? ', tells of a stranger' : ''}${result.isTouched ? ", touches a stranger's things" : ''}${result.missing.length ? ', hides what is their own' : ''}`
      }
  return null
}

/** Returns the rows in the order of the names, without duplicates. */
function rowsOf(names: string[]) {
  return new Map(
    names.flatMap((name) => {
      const isBeginning = name === '' || name.endsWith('.')
      const found = Object.entries(MATRIX).filter(([each]) => (isBeginning ? each.startsWith(name) : each === name))
      if (!found.length) throw new Error(`The matrix has no procedure ${name}.`)
      return found
    }),
  )
}
