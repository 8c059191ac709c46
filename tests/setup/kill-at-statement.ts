import fs from 'node:fs'
import pg from 'pg'

/** The point where a process kills itself. */
export interface Kill {
  /** The statement's number, from 1, in the order of sending. */
  statement: number
  /** 'sent': the statement was sent, and its response has not arrived. */
  moment: 'before' | 'sent' | 'after'
}

/** Records the starts of all following SQL statements. @param kill null: the process is not killed */
export function watchStatements(kill: Kill | null): string[] {
  const statements: string[] = []
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
    const place = statements.push(text.trim().slice(0, 60))
    const die = (moment: Kill['moment']) => {
      if (kill?.statement === place && kill.moment === moment) killMyself()
    }
    die('before')
    // A pool passes a callback; transactions await the result.
    const callback = given.at(-1)
    const heard = (...result: unknown[]): unknown => {
      die('after')
      return typeof callback === 'function' ? (callback as (...result: unknown[]) => unknown)(...result) : result[0]
    }
    const answer = query.apply(this, typeof callback === 'function' ? [...given.slice(0, -1), heard] : given)
    die('sent')
    return answer instanceof Promise ? answer.then(heard) : answer
  } as never
  return statements
}

function killMyself(): never {
  fs.writeSync(1, 'killed\n')
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}
