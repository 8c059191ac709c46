// node tests/access/ask-matrix.ts DATABASE_URL GROUP ...: asks the matrix's cells of each group until one is not as it says, and prints for each group what that one is, as JSON; null: all
// are. A group: names of procedures, and beginnings that end with a dot, with commas between; empty: all.
import { connect, type Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { askCell, askClosed, expectedOf, type Untouched } from './ask-cell.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes, ROLES } from './scene.ts'

const [databaseUrl = '', ...groups] = process.argv.slice(2)
// Without its guard a procedure may fail in several places at once; the cell tells of one, and the others must not end the process.
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
  // What a procedure without its guard has done must not be met by those of the next group.
  const untouched: Untouched = new Map()
  for (const [procedure, row] of rowsOf(names))
    for (const [whose, cell] of Object.entries(row))
      for (const role of ROLES) {
        const result = await askCell(db, procedure, cell, role, untouched)
        const expected = expectedOf(cell, role, result)
        if (JSON.stringify(Object.entries(result).sort()) === JSON.stringify(Object.entries(expected).sort())) continue
        return `${procedure} by a ${role} with ${whose} ids: ${result.outcome}${result.leaked.length ? ', tells of a stranger' : ''}${result.isTouched ? ", touches a stranger's things" : ''}${result.missing.length ? ', hides what is their own' : ''}`
      }
  return null
}

/** In the order of the names, each once. */
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
